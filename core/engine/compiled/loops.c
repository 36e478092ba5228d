/* The engine's inner loops: the updates and the bits of the Python beside them, sooner.

   Every sum is made in the order of core/arithmetic.py, each product and each sum rounded once: this file must be compiled
   without contraction (-ffp-contract=off) and without -ffast-math. Examples that are looked at together are each summed
   on their own. The functions keep no state and allocate nothing.

   X holds blocks of examples, a block feature by feature: feature j of example i is at X[(i/block*d + j)*block + i%block], so
   with one block for all, column by column. w is (w, b), d + 1 numbers; y is +1 or -1. An example is
   added where y*a < below. Its size tau is 1 where `target` is NaN, else (target - y*a)/|x~|^2, 0 at the origin.

   Random numbers come from numpy: the function `draw` on `state` gives the next 32 bits of a bit generator. */

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(_WIN32)
#define EXPORT __declspec(dllexport)
#else
#define EXPORT __attribute__((visibility("default")))
#endif

#if defined(__x86_64__) && defined(__linux__) && defined(__GNUC__) && !defined(__clang__)
#define WIDE __attribute__((target_clones("avx2", "default")))
#else
#define WIDE
#endif
#define WITHIN static inline __attribute__((always_inline)) /* as wide as who calls it */

enum { TOGETHER = 16, STRETCH = 64 };

/* Vectors of any alignment, lane by lane; a Mask has all bits of a lane or none. */
typedef double Pair __attribute__((vector_size(2 * sizeof(double)), aligned(sizeof(double)), may_alias));
typedef int64_t Mask __attribute__((vector_size(2 * sizeof(int64_t))));

typedef struct {
    const double *X;
    int64_t block, d;
    double *w;
    double bias_squared, below, target;
} Run;

/* Raised whenever an argument changes, so that a library of another day is not used. */
EXPORT int32_t loops_version(void) { return 2; }

static const double *example(const Run *run, int64_t i) {
    return run->X + i / run->block * run->block * run->d + i % run->block;
}

static double activation_of(const Run *run, int64_t i) {
    const double *x = example(run, i);
    double total = run->w[0] * x[0];
    for (int64_t j = 1; j < run->d; j++)
        total += run->w[j] * x[j * run->block];
    return total + run->w[run->d];
}

/* Those of one block of 16, each lane a sum of its own: one after another each would wait for the one before. */
WITHIN void activations_of_16(const double *x, const double *w, int64_t d, double *out) {
    const Pair *p = (const Pair *)x;
    Pair s0 = p[0] * w[0], s1 = p[1] * w[0], s2 = p[2] * w[0], s3 = p[3] * w[0];
    Pair s4 = p[4] * w[0], s5 = p[5] * w[0], s6 = p[6] * w[0], s7 = p[7] * w[0], *to = (Pair *)out;
    for (int64_t j = 1; j < d; j++) {
        p += TOGETHER / 2;
        s0 += p[0] * w[j], s1 += p[1] * w[j], s2 += p[2] * w[j], s3 += p[3] * w[j];
        s4 += p[4] * w[j], s5 += p[5] * w[j], s6 += p[6] * w[j], s7 += p[7] * w[j];
    }
    to[0] = s0 + w[d], to[1] = s1 + w[d], to[2] = s2 + w[d], to[3] = s3 + w[d];
    to[4] = s4 + w[d], to[5] = s5 + w[d], to[6] = s6 + w[d], to[7] = s7 + w[d];
}

static double norm_of(const Run *run, int64_t i) {
    const double *x = example(run, i);
    double squared = x[0] * x[0];
    for (int64_t j = 1; j < run->d; j++)
        squared += x[j * run->block] * x[j * run->block];
    return squared + run->bias_squared;
}

static double size_of(double target, double score, double squared) {
    return squared != 0.0 ? (target - score) / squared : 0.0;
}

static void add(const Run *run, int64_t i, double signed_size) {
    const double *x = example(run, i);
    for (int64_t j = 0; j < run->d; j++)
        run->w[j] += signed_size * x[j * run->block];
    run->w[run->d] += signed_size * run->bias_squared;
}

/* How many of the first `count` examples come before the first that is added, in whole groups; in two dimensions. */
WIDE static int64_t passed_2(const double *restrict x1, const double *restrict x2, const int8_t *restrict y,
                             int64_t count, double w1, double w2, double b, double below) {
    int64_t i = 0;
    for (; i + TOGETHER <= count; i += TOGETHER) {
        int64_t any = 0;
        for (int64_t k = i; k < i + TOGETHER; k++)
            any |= ((w1 * x1[k] + w2 * x2[k]) + b) * y[k] < below;
        if (any)
            break;
    }
    return i;
}

/* `signed_x` where the mask is set, else -0, which added to anything leaves it as it is. */
static Pair where(Mask added, double signed_x) {
    const Pair x = {signed_x, signed_x}, nothing = {-0.0, -0.0};
    return (Pair)(((Mask)x & added) | ((Mask)nothing & ~added));
}

/* `scan` in two dimensions with updates of size 1, the case on screen. Where updates are dense they come without a branch.
   y*a is summed as (w1*yx1 + w2*yx2) + y*b, which is the same to the bit and spares the next example a wait. Of each pair
   only the first lane counts. */
static int64_t scan_2(const Run *run, const int8_t *y, int64_t start, int64_t stop, int64_t limit, int64_t *places) {
    const double *x1 = run->X, *x2 = run->X + run->block, squared = run->bias_squared;
    const Pair below = {run->below, run->below};
    Pair w1 = {run->w[0]}, w2 = {run->w[1]}, b = {run->w[2]};
    int64_t found = 0, i = start, dense = start;
    while (i < stop && found < limit) {
        if (i >= dense)
            i += passed_2(x1 + i, x2 + i, y + i, stop - i, w1[0], w2[0], b[0], run->below);
        int64_t end = i + TOGETHER < stop ? i + TOGETHER : stop, before = found;
        if (end - i > limit - found)
            end = i + limit - found;
        for (; i < end; i++) {
            double sign = y[i], z1 = sign * x1[i], z2 = sign * x2[i];
            Mask added = (w1 * z1 + w2 * z2) + b * sign < below;
            places[found] = i;
            found -= added[0];
            w1 += where(added, z1);
            w2 += where(added, z2);
            b += where(added, sign * squared);
        }
        if (found > before)
            dense = i + 1;
    }
    run->w[0] = w1[0];
    run->w[1] = w2[0];
    run->w[2] = b[0];
    return found;
}

/* The first `limit` updates among the examples start ... stop - 1, in their order; how many there are. Their activations are
   told where updates have sizes. In two dimensions with updates of size 1 they must lie column by column, else in blocks of
   16, the last one filled up. */
EXPORT int64_t scan(const double *X, int64_t block, int64_t d, const int8_t *y, int64_t start, int64_t stop, double *w,
                    double bias_squared, double below, double target, int64_t limit, int64_t *places,
                    double *activation) {
    const Run run = {X, block, d, w, bias_squared, below, target};
    if (d == 2 && isnan(target))
        return scan_2(&run, y, start, stop, limit, places);
    double ahead[TOGETHER];
    int64_t found = 0;
    for (int64_t i = start; i < stop && found < limit;) {
        /* What lies behind an update is looked at anew. */
        int64_t first = i - i % TOGETHER, count = stop - first < TOGETHER ? stop - first : TOGETHER, k = i - first;
        activations_of_16(X + first * d, w, d, ahead);
        while (k < count && !(ahead[k] * y[first + k] < below))
            k++;
        i = first + k;
        if (k == count)
            continue;
        places[found] = i;
        if (!isnan(target))
            activation[found] = ahead[k];
        found++;
        add(&run, i, (isnan(target) ? 1.0 : size_of(target, ahead[k] * y[i], norm_of(&run, i))) * y[i]);
        i++;
    }
    return found;
}

/* Every example moves w: w <- shrink*w, and where it is added w <- w + (size*y)*x. Weights after each step, row by row,
   into `weights` (m, d + 1); activations before each into `activation`. */
EXPORT void walk(const double *X, int64_t block, int64_t d, const int8_t *y, const int32_t *index, int64_t m, double *w,
                 double bias_squared, double below, double shrink, double size, double *weights, double *activation) {
    const Run run = {X, block, d, w, bias_squared, below, NAN};
    for (int64_t t = 0; t < m; t++) {
        int64_t i = index[t];
        activation[t] = activation_of(&run, i);
        for (int64_t j = 0; j < d; j++)
            w[j] *= shrink;
        if (activation[t] * y[i] < below)
            add(&run, i, size * y[i]);
        memcpy(weights + t * (d + 1), w, (size_t)(d + 1) * sizeof *w);
    }
}

WIDE static void add_column(double *restrict f, const double *restrict column, int64_t n, double size) {
    if (size == 1.0)
        for (int64_t i = 0; i < n; i++)
            f[i] += column[i];
    else
        for (int64_t i = 0; i < n; i++)
            f[i] += size * column[i];
}

/* In a feature space, by the values f (n,) at the examples and the columns y_j*k~(x_j, .): updates among the places start ...
   stop - 1 of an epoch that visits `order`. It stops early at a place whose column is not there yet, and `missing` is then
   that place, else -1. */
EXPORT int64_t dual_scan(const double *const *columns, int64_t n, const double *y, const double *norms,
                         const int64_t *order, int64_t start, int64_t stop, double *f, double below, double target,
                         int64_t limit, int64_t *places, double *activation, int64_t *missing) {
    int64_t found = 0;
    *missing = -1;
    for (int64_t place = start; place < stop && found < limit; place++) {
        int64_t i = order[place];
        double score = f[i] * y[i];
        if (!(score < below))
            continue;
        if (!columns[i]) {
            *missing = place;
            break;
        }
        places[found] = place;
        activation[found++] = f[i];
        add_column(f, columns[i], n, isnan(target) ? 1.0 : size_of(target, score, norms[i]));
    }
    return found;
}

typedef uint32_t Draw(void *state);

/* Picks among all n examples, in stretches of 64, the last one filled up with examples whose y is NaN. In the space of the
   data `run` has them in blocks of 64; in a feature space there are `columns`, `norms` and the activations f, as above.
   Kept from one look to the next: how many of each stretch are `up` for an update; and the example that was picked but
   `awaited` its column, else -1. */
typedef struct {
    Run run;
    const double *const *columns;
    const double *norms;
    double *f;
    const double *y;
    int64_t n;
    Draw *draw;
    void *state;
    uint32_t *up;
    int64_t awaited;
} Picks;

WITHIN void scores_of(const Picks *picks, int64_t first, double *restrict scores) {
    const double *restrict w = picks->run.w, *restrict y = picks->y + first;
    int64_t left = picks->n - first, d = picks->run.d;
    if (picks->columns) {
        for (int64_t k = 0; k < STRETCH; k++)
            scores[k] = k < left ? picks->f[first + k] * y[k] : NAN;
        return;
    }
    const double *restrict x = picks->run.X + first * d;
    for (int64_t k = 0; k < STRETCH; k++)
        scores[k] = w[0] * x[k];
    for (int64_t j = 1; j < d; j++)
        for (int64_t k = 0; k < STRETCH; k++)
            scores[k] += w[j] * x[j * STRETCH + k];
    for (int64_t k = 0; k < STRETCH; k++)
        scores[k] = (scores[k] + w[d]) * y[k];
}

WITHIN int64_t count_below(const double *restrict scores, double below) {
    int64_t count = 0;
    for (int64_t k = 0; k < STRETCH; k++)
        count += scores[k] < below;
    return count;
}

/* The same from two features on, the case on screen, without a stop at the scores. */
WITHIN int64_t count_below_2(const double *restrict x, const double *restrict y, double w1, double w2, double b,
                             double below) {
    int64_t count = 0;
    for (int64_t k = 0; k < STRETCH; k++)
        count += ((w1 * x[k] + w2 * x[STRETCH + k]) + b) * y[k] < below;
    return count;
}

/* Looks at all examples anew; how many of them are mistakes. */
WIDE static int64_t look(const Picks *picks) {
    const Run *run = &picks->run;
    const double tie = nextafter(0.0, 1.0), *w = run->w;
    double scores[STRETCH];
    int64_t wrong = 0;
    for (int64_t first = 0, up; first < picks->n; first += STRETCH) {
        if (!picks->columns && run->d == 2 && run->below == tie) {
            up = count_below_2(run->X + 2 * first, picks->y + first, w[0], w[1], w[2], tie);
            wrong += up;
        } else {
            scores_of(picks, first, scores);
            up = count_below(scores, run->below);
            wrong += count_below(scores, tie);
        }
        picks->up[first / STRETCH] = (uint32_t)up;
    }
    return wrong;
}

/* A number below `count`, as numpy's Generator.integers draws it (Lemire 2019, ACM TOMACS 29). */
static uint32_t drawn(const Picks *picks, uint32_t count) {
    if (count == 1)
        return 0;
    uint64_t product = (uint64_t)picks->draw(picks->state) * count;
    if ((uint32_t)product < count)
        for (uint32_t least = -count % count; (uint32_t)product < least;)
            product = (uint64_t)picks->draw(picks->state) * count;
    return (uint32_t)(product >> 32);
}

/* The first with the least y*a. */
WIDE static int64_t furthest(const Picks *picks) {
    double scores[STRETCH], least = INFINITY;
    int64_t found = 0;
    for (int64_t first = 0; first < picks->n; first += STRETCH) {
        scores_of(picks, first, scores);
        for (int64_t k = 0; k < STRETCH; k++)
            if (scores[k] < least)
                least = scores[k], found = first + k;
    }
    return found;
}

/* Which example comes next, by what the last look found; -1 where none is up. Without `draw` it is the furthest. */
static int64_t picked(const Picks *picks) {
    double scores[STRETCH];
    int64_t at = 0, k = 0;
    uint32_t up = 0;
    for (int64_t c = 0; c * STRETCH < picks->n; c++)
        up += picks->up[c];
    if (!up || !picks->draw)
        return up ? furthest(picks) : -1;
    uint32_t left = drawn(picks, up);
    while (left >= picks->up[at])
        left -= picks->up[at++];
    scores_of(picks, at * STRETCH, scores);
    while (!(scores[k] < picks->run.below) || left--)
        k++;
    return at * STRETCH + k;
}

/* At most `limit` updates on picked examples; their rows, their activations and the mistakes on all examples after each. With a
   limit of 0 it takes the first look. It stops early where a column is awaited. */
EXPORT int64_t pick(Picks *picks, int64_t limit, int32_t *index, double *activation, int64_t *errors) {
    const Run *run = &picks->run;
    int64_t made = 0;
    if (limit == 0)
        look(picks);
    for (; made < limit; made++) {
        int64_t i = picks->awaited >= 0 ? picks->awaited : picked(picks);
        picks->awaited = i >= 0 && picks->columns && !picks->columns[i] ? i : -1;
        if (i < 0 || picks->awaited >= 0)
            break;
        double a = picks->columns ? picks->f[i] : activation_of(run, i), sign = picks->y[i], size = 1.0;
        index[made] = (int32_t)i;
        activation[made] = a;
        if (!isnan(run->target))
            size = size_of(run->target, a * sign, picks->columns ? picks->norms[i] : norm_of(run, i));
        if (picks->columns)
            add_column(picks->f, picks->columns[i], picks->n, size);
        else
            add(run, i, size * sign);
        errors[made] = look(picks);
    }
    return made;
}
