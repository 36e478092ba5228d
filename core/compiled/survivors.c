/* Vectors of a feature space that vote one after another: the numbers of the Python in core/kernels/gram.py, sooner. */

#include <math.h>
#include <stdint.h>

#include "export.h"
#include "signs.h"
#include "update.h"

enum { POINTS = 512 }; /* looked at together, so that they stay in the first cache */

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
