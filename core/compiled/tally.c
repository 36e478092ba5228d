/* How many points are in each cell of a grid, and in each rectangle of cells: the numbers of the Python in
   core/plane/cell_counts.py, sooner. */

#include <stdint.h>

#include "export.h"

typedef struct {
    double middle[2], scale[2], first[2];
    int64_t columns, rows;
} Grid;

/* Adds each point (x, y) that is `chosen` to `counts` (rows, columns); all where that is NULL. */
EXPORT void tally(const double *x, const double *y, const uint8_t *chosen, int64_t n, const Grid *grid, int32_t *counts) {
    const Grid g = *grid;
    const double width = (double)g.columns, height = (double)g.rows;
    for (int64_t i = 0; i < n; i++) {
        double across = (x[i] - g.middle[0]) * g.scale[0] - g.first[0];
        double down = (y[i] - g.middle[1]) * g.scale[1] - g.first[1];
        /* Without a branch on what is chosen, for labels come in any order. */
        if (across >= 0.0 && across < width && down >= 0.0 && down < height)
            counts[(int64_t)down * g.columns + (int64_t)across] += !chosen || chosen[i];
    }
}

/* Puts into `sums` (rows + 1, columns + 1) how many of `counts` (rows, columns) lie above and to the left of each corner of a cell. */
EXPORT void sum_areas(const int32_t *counts, int64_t rows, int64_t columns, int32_t *sums) {
    const int64_t wide = columns + 1;
    for (int64_t j = 0; j < wide; j++)
        sums[j] = 0;
    for (int64_t i = 0; i < rows; i++) {
        const int32_t *row = counts + i * columns, *above = sums + i * wide;
        int32_t *below = sums + (i + 1) * wide, sum = 0;
        below[0] = 0;
        for (int64_t j = 0; j < columns; j++) {
            sum += row[j];
            below[j + 1] = above[j + 1] + sum;
        }
    }
}
