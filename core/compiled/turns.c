/* Where the votes of lines turn in the rows of a grid: the numbers of the Python in core/plane/fields/votes.py, sooner. */

#include <stdint.h>

#include "export.h"

enum { BITS = 32 }; /* of a step, in fixed point */

typedef struct {
    const double *along, *across;
    int64_t places, rows, doubt;
} Ruled;

static inline double sign(double value) { return (value > 0.0) - (value < 0.0); }

/* Adds half of what the votes of a line turn by to the place of each row at which it has surely turned, and half of what is
   amiss just before: in `turns` (rows, places + 1), of which the first place holds what turned before the grid, the last one
   what turns behind it. Lines are u, v, b and votes, m of each; `crossings` (m,) move by `steps` from row to row. */
EXPORT void turn(const double *lines, int64_t m, int64_t *crossings, const int64_t *steps, const Ruled *grid, double *turns) {
    const Ruled g = *grid;
    const double *u = lines, *v = u + m, *b = v + m, *votes = b + m;
    for (int64_t row = 0; row < g.rows; row++, turns += g.places + 1)
        for (int64_t i = 0; i < m; i++) {
            int64_t crossing = crossings[i], place = crossing >> BITS, before = place - 1;
            crossings[i] = crossing + steps[i];
            turns[place < 0 ? 0 : place < g.places ? place : g.places] += u[i] < 0.0 ? -votes[i] : votes[i];
            if ((crossing & (((int64_t)1 << BITS) - 1)) <= 2 * g.doubt && before >= 0 && before < g.places) {
                double value = u[i] * g.along[before] + v[i] * g.across[row] + b[i];
                double amiss = votes[i] * (sign(value) + sign(u[i])) / 2;
                turns[before] += amiss;
                turns[place] -= amiss;
            }
        }
}
