/* Permutations as numpy's Generator.permutation draws them, from the same bits, sooner: `draw` on `state` gives the next 32. And how
   long runs over them are. */

#include <stdint.h>

#include "export.h"
#include "update.h"

typedef uint32_t Draw(void *state);

/* `epochs` permutations of 0 ... n - 1, one after another. */
EXPORT void shuffle(Draw *draw, void *state, int64_t n, int64_t epochs, int64_t *rows) {
    for (; epochs--; rows += n) {
        for (int64_t i = 0; i < n; i++)
            rows[i] = i;
        uint32_t mask = 0, at;
        for (int64_t i = n - 1; i > 0; i--) {
            if (i == n - 1 || i <= mask >> 1)
                for (mask = (uint32_t)i; mask & (mask + 1);)
                    mask |= mask >> 1;
            while ((at = draw(state) & mask) > i) {
            }
            int64_t other = rows[at];
            rows[at] = rows[i], rows[i] = other;
        }
    }
}

/* A run over `epochs` fresh permutations, drawn into `rows` (n,): how many updates it makes, at most `limit`, and whether an epoch
   had none and so ended it: `clean`. The examples are the rows y*x_1 ... y*x_d, y of `signed_rows` (n, d + 1). */
EXPORT int64_t count_shuffled(Draw *draw, void *state, const double *signed_rows, int64_t n, int64_t d, int64_t *rows,
                              double *w, double bias_squared, double negative, double positive, double target,
                              int64_t epochs, int64_t limit, int64_t *clean) {
    const Bars bars = {negative, positive};
    int64_t found = 0;
    for (*clean = 0; epochs-- && found < limit && !*clean;) {
        const int64_t before = found;
        shuffle(draw, state, n, 1, rows);
        for (int64_t k = 0; k < n && found < limit; k++) {
            const double *z = signed_rows + rows[k] * (d + 1);
            double score = w[0] * z[0];
            for (int64_t j = 1; j <= d; j++)
                score += w[j] * z[j];
            if (score < bar_of(bars, z[d])) {
                learn(z, 1, d, w, bias_squared, target, score);
                found++;
            }
        }
        *clean = found == before;
    }
    return found;
}
