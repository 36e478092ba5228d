/* The engine's inner loops: the updates and the bits of the Python beside them, sooner.

   Every sum is made in the order of core/arithmetic.py, each product and each sum rounded once: this file must be compiled
   without contraction (-ffp-contract=off) and without -ffast-math. Examples that are looked at together are each summed
   on their own. The functions keep no state and allocate nothing.

   X holds blocks of examples, a block feature by feature: feature j of example i is at X[(i/block*d + j)*block + i%block], so
   with one block for all, column by column. w is (w, b), d + 1 numbers; y is +1 or -1. An example is
   added where y*a < below. Its size tau is 1 where `target` is NaN, else (target - y*a)/|x~|^2, 0 at the origin. */

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

enum { TOGETHER = 8, STRETCH = 64 };

typedef double Pair __attribute__((vector_size(2 * sizeof(double))));

static Pair pair(const double *x) {
    Pair two;
    memcpy(&two, x, sizeof two);
    return two;
}

typedef struct {
    const double *X;
    int64_t block, d;
    const double *y;
    double *w;
    double bias_squared, below, target;
} Run;

/* Raised whenever an argument changes, so that a library of another day is not used. */
EXPORT int32_t loops_version(void) { return 1; }

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

/* Those of one block of 8, each lane a sum of its own: one after another each would wait for the one before. */
static void activations_of_8(const double *x, const double *w, int64_t d, double *out) {
    Pair s0 = pair(x) * w[0], s1 = pair(x + 2) * w[0], s2 = pair(x + 4) * w[0], s3 = pair(x + 6) * w[0];
    for (int64_t j = 1; j < d; j++) {
        x += TOGETHER;
        s0 += pair(x) * w[j], s1 += pair(x + 2) * w[j], s2 += pair(x + 4) * w[j], s3 += pair(x + 6) * w[j];
    }
    const Pair sums[] = {s0 + w[d], s1 + w[d], s2 + w[d], s3 + w[d]};
    memcpy(out, sums, sizeof sums);
}

static double size_of(const Run *run, int64_t i, double score) {
    if (isnan(run->target))
        return 1.0;
    const double *x = example(run, i);
    double squared = x[0] * x[0];
    for (int64_t j = 1; j < run->d; j++)
        squared += x[j * run->block] * x[j * run->block];
    squared += run->bias_squared;
    return squared != 0.0 ? (run->target - score) / squared : 0.0;
}

static void add(const Run *run, int64_t i, double signed_size) {
    const double *x = example(run, i);
    for (int64_t j = 0; j < run->d; j++)
        run->w[j] += signed_size * x[j * run->block];
    run->w[run->d] += signed_size * run->bias_squared;
}

/* How many of the first `count` examples come before the first that is added, in whole blocks; in two dimensions. */
WIDE static int64_t passed_2(const double *restrict x1, const double *restrict x2, const double *restrict y,
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

/* `scan` in two dimensions with updates of size 1, the case on screen. Where updates are dense they come without a branch:
   what is added then is 0, and w + 0 is w, for no w here is ever -0. */
static int64_t scan_2(const Run *run, int64_t start, int64_t stop, int64_t limit, int64_t *places, double *activation) {
    const double *x1 = run->X, *x2 = run->X + run->block, below = run->below, squared = run->bias_squared;
    const double *y = run->y;
    double w1 = run->w[0], w2 = run->w[1], b = run->w[2];
    int64_t found = 0, i = start;
    while (i < stop && found < limit) {
        i += passed_2(x1 + i, x2 + i, y + i, stop - i, w1, w2, b, below);
        int64_t end = i + STRETCH < stop ? i + STRETCH : stop;
        for (; i < end && found < limit; i++) {
            double a = (w1 * x1[i] + w2 * x2[i]) + b, sign = y[i];
            int added = sign * a < below;
            double step = added ? sign : 0.0;
            places[found] = i;
            activation[found] = a;
            w1 += step * x1[i];
            w2 += step * x2[i];
            b += step * squared;
            found += added;
        }
    }
    run->w[0] = w1;
    run->w[1] = w2;
    run->w[2] = b;
    return found;
}

/* The first `limit` updates among the examples start ... stop - 1, in their order; how many there are. In two dimensions with
   updates of size 1 they must lie column by column, else in blocks of 8, the last one filled up. */
EXPORT int64_t scan(const double *X, int64_t block, int64_t d, const double *y, int64_t start, int64_t stop, double *w,
                    double bias_squared, double below, double target, int64_t limit, int64_t *places,
                    double *activation) {
    const Run run = {X, block, d, y, w, bias_squared, below, target};
    if (d == 2 && isnan(target))
        return scan_2(&run, start, stop, limit, places, activation);
    double ahead[TOGETHER];
    int64_t found = 0;
    for (int64_t i = start; i < stop && found < limit;) {
        /* What lies behind an update is looked at anew. */
        int64_t first = i - i % TOGETHER, count = stop - first < TOGETHER ? stop - first : TOGETHER, k = i - first;
        activations_of_8(X + first * d, w, d, ahead);
        while (k < count && !(ahead[k] * y[first + k] < below))
            k++;
        i = first + k;
        if (k == count)
            continue;
        double score = ahead[k] * y[i];
        places[found] = i;
        activation[found++] = ahead[k];
        add(&run, i, size_of(&run, i, score) * y[i]);
        i++;
    }
    return found;
}

/* Every example moves w: w <- shrink*w, and where it is added w <- w + (size*y)*x. Weights after each step, row by row,
   into `weights` (m, d + 1) unless that is NULL; activations before each into `activation` likewise. */
EXPORT void walk(const double *X, int64_t block, int64_t d, const double *y, const int32_t *index, int64_t m, double *w,
                 double bias_squared, double below, double shrink, double size, double *weights, double *activation) {
    const Run run = {X, block, d, y, w, bias_squared, below, NAN};
    for (int64_t t = 0; t < m; t++) {
        int64_t i = index[t];
        double a = activation_of(&run, i);
        for (int64_t j = 0; j < d; j++)
            w[j] *= shrink;
        if (a * y[i] < below)
            add(&run, i, size * y[i]);
        if (weights)
            for (int64_t j = 0; j <= d; j++)
                weights[t * (d + 1) + j] = w[j];
        if (activation)
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

static double dual_size(double target, double score, double squared) {
    if (isnan(target))
        return 1.0;
    return squared != 0.0 ? (target - score) / squared : 0.0;
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
        add_column(f, columns[i], n, dual_size(target, score, norms[i]));
    }
    return found;
}
