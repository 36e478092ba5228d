/* Vectors that vote one after another: the numbers of the Python in core/kernels/gram.py and core/spaces/space.py, sooner. */

#include <math.h>
#include <stdint.h>

#include "export.h"
#include "update.h"

enum { POINTS = 512 }; /* looked at together, so that they stay in the first cache */

/* Without branches, so that several are found at once. */
static inline double sign_of(double a) {
    const double sign = (a > 0.0 ? 1.0 : 0.0) - (a < 0.0 ? 1.0 : 0.0);
    return a == a ? sign : a;
}

/* Each of p vectors (w, b), rows of d + 1 numbers, has `lives` votes on m points Q, column by column: for the sign of
   (... + w_d*q_d) + b, or NaN where that is none. */
WIDE EXPORT void vote(const double *vectors, const double *lives, int64_t p, const double *Q, int64_t m, int64_t d,
                      double *votes) {
    double a[POINTS];
    for (int64_t first = 0; first < m; first += POINTS) {
        const int64_t count = m - first < POINTS ? m - first : POINTS;
        double *restrict said = votes + first;
        for (int64_t i = 0; i < p; i++) {
            const double *w = vectors + i * (d + 1), b = w[d], life = lives[i];
            const double *restrict q = Q + first;
            for (int64_t k = 0; k < count; k++)
                a[k] = w[0] * q[k];
            for (int64_t j = 1; j < d; j++) {
                q += m;
                for (int64_t k = 0; k < count; k++)
                    a[k] += w[j] * q[k];
            }
            for (int64_t k = 0; k < count; k++)
                said[k] += life * sign_of(a[k] + b);
        }
    }
}

/* Update k adds its column times its size to the decision values f of n points, and the vector after it has `lives` votes, each
   for the sign of f, or NaN where that is none. */
WIDE EXPORT void survive(const double *const *columns, const double *sizes, const double *lives, int64_t updates, int64_t n,
                         double *f, double *votes) {
    for (int64_t first = 0; first < n; first += POINTS) {
        const int64_t count = n - first < POINTS ? n - first : POINTS;
        double *restrict value = f + first, *restrict vote = votes + first;
        for (int64_t k = 0; k < updates; k++) {
            const double *restrict column = columns[k] + first;
            const double size = sizes[k], life = lives[k];
            for (int64_t p = 0; p < count; p++) {
                value[p] += size * column[p];
                vote[p] += life * sign_of(value[p]);
            }
        }
    }
}
