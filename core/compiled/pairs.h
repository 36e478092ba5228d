/* Two numbers at once, where the compiler knows how; else one, to the same bits: MSVC's cl does not, and who defines PLAIN_C wants to
   know that it comes to the same. */

#include <stdint.h>

enum { TOGETHER = 16 };

#if defined(__GNUC__) && !defined(PLAIN_C)

/* Vectors of any alignment, lane by lane; a Mask has all bits of a lane or none. */
typedef double Pair __attribute__((vector_size(2 * sizeof(double)), aligned(sizeof(double)), may_alias));
typedef int64_t Mask __attribute__((vector_size(2 * sizeof(int64_t))));

#define FIRST(pair) ((pair)[0])

static Mask is_below(Pair pair, double bar) { return pair < (Pair){bar, bar}; }

/* `signed_x` where the mask is set, else -0, which added to anything leaves it as it is. */
static Pair where(Mask added, double signed_x) {
    const Pair x = {signed_x, signed_x}, nothing = {-0.0, -0.0};
    return (Pair)(((Mask)x & added) | ((Mask)nothing & ~added));
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

#else

typedef double Pair;
typedef int64_t Mask;

#define FIRST(pair) (pair)

static Mask is_below(Pair pair, double bar) { return -(Mask)(pair < bar); }

static Pair where(Mask added, double signed_x) { return added ? signed_x : -0.0; }

static int scores_of_16(const double *z, const double *w, int64_t d, double below, double *scores) {
    int any = 0;
    for (int64_t k = 0; k < TOGETHER; k++)
        scores[k] = z[k] * w[0];
    for (int64_t j = 1; j <= d; j++)
        for (int64_t k = 0; k < TOGETHER; k++)
            scores[k] += z[j * TOGETHER + k] * w[j];
    for (int64_t k = 0; k < TOGETHER; k++)
        any |= scores[k] < below;
    return any;
}

#endif
