/* The engine's inner loops: the updates and the bits of the Python beside them, sooner.

   Every sum is made in the order of core/arithmetic.py, each product and each sum rounded once: this file must be compiled
   without contraction (-ffp-contract=off) and without -ffast-math. Examples that are looked at together are each summed
   on their own. The functions keep no state and allocate nothing.

   w is (w, b), d + 1 numbers; y is +1 or -1. An example is added where y*a < below. Its size tau is 1 where `target` is NaN,
   else (target - y*a)/|x~|^2, 0 at the origin. X holds n examples column by column. Z holds them in blocks of 16 or of 64, each
   block row by row: y*x_1 ... y*x_d, y; then y*a is summed as (... + w_d*yx_d) + b*y, which is the same to the bit. The last
   block is filled up with examples whose y is NaN: they are never added.

   Random numbers come from numpy: the function `draw` on `state` gives the next 32 bits of a bit generator. */

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "export.h"

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

/* Raised whenever an argument changes, in any of the files, so that a library of another day is not used. */
EXPORT int32_t loops_version(void) { return 3; }

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

/* The first `limit` updates among the examples start ... stop - 1 of n, in their order, and how many there are: in two
   dimensions with updates of size 1, the case on screen. Where updates are dense they come without a branch. Of each pair only
   the first lane counts. */
EXPORT int64_t scan_2(const double *X, int64_t n, const int8_t *y, int64_t start, int64_t stop, double *w,
                      double bias_squared, double below, int64_t limit, int64_t *places) {
    const double *x1 = X, *x2 = X + n;
    const Pair bar = {below, below};
    Pair w1 = {w[0]}, w2 = {w[1]}, b = {w[2]};
    int64_t found = 0, i = start, dense = start;
    while (i < stop && found < limit) {
        if (i >= dense)
            i += passed_2(x1 + i, x2 + i, y + i, stop - i, w1[0], w2[0], b[0], below);
        int64_t end = i + TOGETHER < stop ? i + TOGETHER : stop, before = found;
        if (end - i > limit - found)
            end = i + limit - found;
        for (; i < end; i++) {
            double sign = y[i], z1 = sign * x1[i], z2 = sign * x2[i];
            Mask added = (w1 * z1 + w2 * z2) + b * sign < bar;
            places[found] = i;
            found -= added[0];
            w1 += where(added, z1);
            w2 += where(added, z2);
            b += where(added, sign * bias_squared);
        }
        if (found > before)
            dense = i + 1;
    }
    w[0] = w1[0];
    w[1] = w2[0];
    w[2] = b[0];
    return found;
}

/* y*a of one block of 16, each lane a sum of its own: one after another each would wait for the one before. Whether any is
   below. */
static int scores_of_16(const double *z, const double *w, int64_t d, double below, double *scores) {
    const Pair *p = (const Pair *)z, bar = {below, below};
    Pair s0 = p[0] * w[0], s1 = p[1] * w[0], s2 = p[2] * w[0], s3 = p[3] * w[0];
    Pair s4 = p[4] * w[0], s5 = p[5] * w[0], s6 = p[6] * w[0], s7 = p[7] * w[0], *to = (Pair *)scores;
    for (int64_t j = 1; j <= d; j++) {
        p += TOGETHER / 2;
        s0 += p[0] * w[j], s1 += p[1] * w[j], s2 += p[2] * w[j], s3 += p[3] * w[j];
        s4 += p[4] * w[j], s5 += p[5] * w[j], s6 += p[6] * w[j], s7 += p[7] * w[j];
    }
    to[0] = s0, to[1] = s1, to[2] = s2, to[3] = s3, to[4] = s4, to[5] = s5, to[6] = s6, to[7] = s7;
    Mask any = (s0 < bar) | (s1 < bar) | (s2 < bar) | (s3 < bar) | (s4 < bar) | (s5 < bar) | (s6 < bar) | (s7 < bar);
    return (any[0] | any[1]) != 0;
}

static double size_of(double target, double score, double squared) {
    return squared != 0.0 ? (target - score) / squared : 0.0;
}

/* Adds the example with y*a = `score` whose column z is, of a block so wide. */
static void learn(const double *z, int64_t block, int64_t d, double *w, double bias_squared, double target, double score) {
    double squared = z[0] * z[0], size = 1.0;
    for (int64_t j = 1; j < d; j++)
        squared += z[j * block] * z[j * block];
    if (!isnan(target))
        size = size_of(target, score, squared + bias_squared);
    for (int64_t j = 0; j < d; j++)
        w[j] += size * z[j * block];
    w[d] += size * z[d * block] * bias_squared;
}

/* The same in any dimension, in blocks of 16, and the activations before the updates. */
EXPORT int64_t scan(const double *Z, int64_t d, int64_t start, int64_t stop, double *w, double bias_squared,
                    double below, double target, int64_t limit, int64_t *places, double *activation) {
    double scores[TOGETHER];
    int64_t found = 0;
    for (int64_t i = start; i < stop && found < limit;) {
        /* What lies behind an update is looked at anew. */
        int64_t first = i - i % TOGETHER, end = first + TOGETHER < stop ? first + TOGETHER : stop;
        const double *z = Z + first * (d + 1);
        if (scores_of_16(z, w, d, below, scores))
            while (i < end && !(scores[i - first] < below))
                i++;
        else
            i = end;
        if (i == end)
            continue;
        z += i - first;
        places[found] = i;
        activation[found++] = scores[i - first] * z[d * TOGETHER];
        learn(z, TOGETHER, d, w, bias_squared, target, scores[i - first]);
        i++;
    }
    return found;
}

/* Every example moves w: w <- shrink*w, and where it is added w <- w + (size*y)*x. Weights after each step, row by row,
   into `weights` (m, d + 1); activations before each into `activation`. */
EXPORT void walk(const double *X, int64_t n, int64_t d, const int8_t *y, const int32_t *index, int64_t m, double *w,
                 double bias_squared, double below, double shrink, double size, double *weights, double *activation) {
    for (int64_t t = 0; t < m; t++) {
        const double *x = X + index[t];
        double a = w[0] * x[0], step = size * y[index[t]];
        for (int64_t j = 1; j < d; j++)
            a += w[j] * x[j * n];
        a += w[d];
        int added = a * y[index[t]] < below;
        for (int64_t j = 0; j < d; j++)
            w[j] = added ? w[j] * shrink + step * x[j * n] : w[j] * shrink;
        w[d] = added ? w[d] + step * bias_squared : w[d];
        memcpy(weights + t * (d + 1), w, (size_t)(d + 1) * sizeof *w);
        activation[t] = a;
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

/* Picks among n examples, in stretches of 64. In the space of the data they are Z, w; in a feature space `columns`, `norms`, f
   and y as above. Kept from one look to the next: how many of each stretch are `up` for an update; and the example that was
   picked but `awaited` its column, else -1. */
typedef struct {
    int64_t n, d;
    const double *Z;
    double *w;
    const double *const *columns;
    const double *norms, *y;
    double *f;
    double bias_squared, below, target;
    Draw *draw;
    void *state;
    uint32_t *up;
    int64_t awaited;
} Picks;

WITHIN void scores_of(const Picks *picks, int64_t first, double *restrict scores) {
    const double *restrict w = picks->w, *restrict z = picks->Z;
    int64_t left = picks->n - first, d = picks->d;
    if (picks->columns) {
        for (int64_t k = 0; k < STRETCH; k++)
            scores[k] = k < left ? picks->f[first + k] * picks->y[first + k] : NAN;
        return;
    }
    z += first * (d + 1);
    for (int64_t k = 0; k < STRETCH; k++)
        scores[k] = w[0] * z[k];
    for (int64_t j = 1; j <= d; j++)
        for (int64_t k = 0; k < STRETCH; k++)
            scores[k] += w[j] * z[j * STRETCH + k];
}

WITHIN int64_t count_below(const double *restrict scores, double below) {
    int64_t count = 0;
    for (int64_t k = 0; k < STRETCH; k++)
        count += scores[k] < below;
    return count;
}

/* The same from two features on, the case on screen, without a stop at the scores. */
WITHIN int64_t count_below_2(const double *restrict z, double w1, double w2, double b, double below) {
    int64_t count = 0;
    for (int64_t k = 0; k < STRETCH; k++)
        count += (w1 * z[k] + w2 * z[STRETCH + k]) + b * z[2 * STRETCH + k] < below;
    return count;
}

/* Looks at all examples anew; how many of them are mistakes. */
WIDE static int64_t look(const Picks *picks) {
    const double tie = nextafter(0.0, 1.0), below = picks->below, *w = picks->w;
    double scores[STRETCH];
    int64_t wrong = 0;
    for (int64_t first = 0, up; first < picks->n; first += STRETCH) {
        if (!picks->columns && picks->d == 2 && below == tie) {
            wrong += up = count_below_2(picks->Z + 3 * first, w[0], w[1], w[2], tie);
        } else {
            scores_of(picks, first, scores);
            up = count_below(scores, below);
            wrong += below == tie ? up : count_below(scores, tie);
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
    while (!(scores[k] < picks->below) || left--)
        k++;
    return at * STRETCH + k;
}

/* At most `limit` updates on picked examples; their rows, their activations and the mistakes on all examples after each. With a
   limit of 0 it takes the first look. It stops early where a column is awaited. */
EXPORT int64_t pick(Picks *picks, int64_t limit, int32_t *index, double *activation, int64_t *errors) {
    int64_t made = 0, d = picks->d;
    if (limit == 0)
        look(picks);
    for (; made < limit; made++) {
        int64_t i = picks->awaited >= 0 ? picks->awaited : picked(picks);
        picks->awaited = i >= 0 && picks->columns && !picks->columns[i] ? i : -1;
        if (i < 0 || picks->awaited >= 0)
            break;
        index[made] = (int32_t)i;
        if (picks->columns) {
            activation[made] = picks->f[i];
            add_column(picks->f, picks->columns[i], picks->n,
                       isnan(picks->target) ? 1.0 : size_of(picks->target, picks->f[i] * picks->y[i], picks->norms[i]));
        } else {
            const double *z = picks->Z + i / STRETCH * STRETCH * (d + 1) + i % STRETCH;
            double score = picks->w[0] * z[0];
            for (int64_t j = 1; j <= d; j++)
                score += picks->w[j] * z[j * STRETCH];
            activation[made] = score * z[d * STRETCH];
            learn(z, STRETCH, d, picks->w, picks->bias_squared, picks->target, score);
        }
        errors[made] = look(picks);
    }
    return made;
}
