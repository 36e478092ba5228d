/* Permutations as numpy's Generator.permutation draws them, from the same bits, sooner: `draw` on `state` gives the next 32. */

#include <stdint.h>

#include "export.h"

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
