/* What many vectors (w, b) say of many points: the numbers of the Python in core/spaces/ and core/predictors/, sooner.

   Vectors are rows of d + 1 numbers; points Q lie column by column, and d is 1 at least. */

#include <stdint.h>

#include "export.h"
#include "signs.h"
#include "update.h"

enum { POINTS = 512 }; /* looked at together, so that they stay in the first cache */

/* (... + w_d*q_d) + b for `count` points of m, the first of which q is. */
static inline void score(const double *w, int64_t d, const double *q, int64_t m, int64_t count, double *restrict a) {
    for (int64_t k = 0; k < count; k++)
        a[k] = w[0] * q[k];
    for (int64_t j = 1; j < d; j++) {
        q += m;
        for (int64_t k = 0; k < count; k++)
            a[k] += w[j] * q[k];
    }
    for (int64_t k = 0; k < count; k++)
        a[k] += w[d];
}

/* What each of p vectors says of each of m points, into `values` (p, m). */
WIDE EXPORT void score_all(const double *vectors, int64_t p, const double *Q, int64_t m, int64_t d, double *values) {
    for (int64_t first = 0; first < m; first += POINTS)
        for (int64_t i = 0; i < p; i++)
            score(vectors + i * (d + 1), d, Q + first, m, m - first < POINTS ? m - first : POINTS, values + i * m + first);
}

/* Each of p vectors has `lives` votes on m points: for the sign of what it says, or NaN where that is none. */
WIDE EXPORT void vote(const double *vectors, const double *lives, int64_t p, const double *Q, int64_t m, int64_t d,
                      double *votes) {
    double a[POINTS];
    for (int64_t first = 0; first < m; first += POINTS) {
        const int64_t count = m - first < POINTS ? m - first : POINTS;
        double *restrict said = votes + first;
        for (int64_t i = 0; i < p; i++) {
            const double life = lives[i];
            score(vectors + i * (d + 1), d, Q + first, m, count, a);
            for (int64_t k = 0; k < count; k++)
                said[k] += life * sign_of(a[k]);
        }
    }
}

/* How many of the first n of each row of `values` (p, m), times the label y, are below the bar of that label. */
WIDE EXPORT void count_wrong(const double *values, int64_t p, int64_t m, const double *y, int64_t n, double negative,
                             double positive, int64_t *counts) {
    for (int64_t i = 0; i < p; i++) {
        const double *restrict a = values + i * m;
        int64_t count = 0;
        for (int64_t k = 0; k < n; k++)
            count += a[k] * y[k] < (y[k] > 0.0 ? positive : negative);
        counts[i] = count;
    }
}
