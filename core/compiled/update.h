/* How the engine's loops in C add an example, and what holds for all of them.

   Every sum is made in the order of core/arithmetic.py, each product and each sum rounded once: this file must be compiled
   without contraction (-ffp-contract=off) and without -ffast-math. Examples that are looked at together are each summed
   on their own. The functions keep no state and allocate nothing.

   w is (w, b), d + 1 numbers; y is +1 or -1. An example is added where y*a is below the bar of its label. Its size tau is 1 where `target` is NaN,
   else (target - y*a)/|x~|^2, 0 at the origin. X holds n examples column by column. Z holds them in blocks of 16 or of 64, each
   block row by row: y*x_1 ... y*x_d, y; then y*a is summed as (... + w_d*yx_d) + b*y, which is the same to the bit. The last
   block is filled up with examples whose y is NaN: they are never added. */

#include <math.h>
#include <stdint.h>

#if defined(__x86_64__) && defined(__linux__) && defined(__GNUC__) && !defined(__clang__)
#define WIDE __attribute__((target_clones("avx2", "default")))
#else
#define WIDE
#endif

/* The y*a below which an example of -1, of +1 is added, or is wrong. */
typedef struct {
    double negative, positive;
} Bars;

static inline double bar_of(Bars bars, double y) { return y > 0.0 ? bars.positive : bars.negative; }

/* What is not below this is below neither bar. */
static inline double higher(Bars bars) { return bars.positive > bars.negative ? bars.positive : bars.negative; }

static inline double lower(Bars bars) { return bars.positive < bars.negative ? bars.positive : bars.negative; }

/* Below `under` a rough y*a, one in single precision, is surely below both bars; above `over` it is surely below neither. */
typedef struct {
    float under, over;
} Sure;

/* How far a rough y*a may be from the one that decides. `reach` (d + 1) are the largest |x_j| of all examples, and 1. Of each of the
   d + 1 products w_j, z_j and the product itself are rounded, and then up to d sums: by a part of 2^-24 each, or where one of the three
   underflows by 2^-150. So it is no farther from the exact sum than (d + 3)*2^-23*sum |w_j|*reach_j, and a little for what underflows
   (Higham 2002, Accuracy and Stability of Numerical Algorithms, 2.2 and 3.1); d + 4 leaves room for what decides, which is rounded
   much more finely. Where something might overflow nothing is sure. */
static inline Sure sure_of(const double *w, const double *reach, int64_t d, Bars bars) {
    const double little = 0x1p-63, large = 0x1p63;
    double sum = 0.0;
    for (int64_t j = 0; j <= d; j++)
        sum += (fabs(w[j]) + little) * (reach[j] + little);
    const double off = sum < large && d < 1 << 20 ? (double)(d + 4) * 0x1p-23 * sum : INFINITY;
    const Sure sure = {nextafterf((float)(lower(bars) - off), -INFINITY), nextafterf((float)(higher(bars) + off), INFINITY)};
    return sure;
}

/* The size of the update on an example with y*a = `score`. */
static inline double size_of(double target, double score, double squared) {
    if (isnan(target))
        return 1.0;
    return squared != 0.0 ? (target - score) / squared : 0.0;
}

/* Adds the example with y*a = `score` whose column z is, of a block so wide. */
static inline void learn(const double *z, int64_t block, int64_t d, double *w, double bias_squared, double target, double score) {
    double squared = z[0] * z[0];
    for (int64_t j = 1; j < d; j++)
        squared += z[j * block] * z[j * block];
    double size = size_of(target, score, squared + bias_squared);
    for (int64_t j = 0; j < d; j++)
        w[j] += size * z[j * block];
    w[d] += size * z[d * block] * bias_squared;
}

/* f <- f + size*column, where an update adds a column of the Gram matrix. */
WIDE static void add_column(double *restrict f, const double *restrict column, int64_t n, double size) {
    for (int64_t i = 0; i < n; i++)
        f[i] += size * column[i];
}
