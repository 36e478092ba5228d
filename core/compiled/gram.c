/* Columns of a Gram matrix, but for exp: the bits of the Python in core/kernels/, sooner. Compiled without contraction. */

#include <stdint.h>

#include "export.h"
#include "update.h"

enum { QUESTIONS = 512 }; /* worked on together, so that they stay in the first cache */

/* factor*|x - q|^2 for each x of X (p, d) and q of Q (m, d), both column by column, into `scaled` (p, m); d is 1 at least. */
WIDE EXPORT void scaled_distances(const double *X, int64_t p, int64_t d, const double *Q, int64_t m, double factor,
                                  double *scaled) {
    for (int64_t first = 0; first < m; first += QUESTIONS) {
        const int64_t count = m - first < QUESTIONS ? m - first : QUESTIONS;
        for (int64_t i = 0; i < p; i++) {
            double *restrict to = scaled + i * m + first;
            for (int64_t j = 0; j < d; j++) {
                const double x = X[j * p + i], *restrict q = Q + j * m + first;
                if (j == 0)
                    for (int64_t k = 0; k < count; k++)
                        to[k] = (x - q[k]) * (x - q[k]);
                else
                    for (int64_t k = 0; k < count; k++)
                        to[k] += (x - q[k]) * (x - q[k]);
            }
            for (int64_t k = 0; k < count; k++)
                to[k] *= factor;
        }
    }
}

/* Makes of each k(x, q) of a matrix (p, m) sign*(k(x, q) + bias_squared), with a sign for each row. */
WIDE EXPORT void sign_gram(double *gram, int64_t p, int64_t m, double bias_squared, const double *signs) {
    for (int64_t i = 0; i < p; i++)
        for (int64_t k = 0; k < m; k++)
            gram[i * m + k] = (gram[i * m + k] + bias_squared) * signs[i];
}
