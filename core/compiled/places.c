/* A place for words that covers nothing: the one that the Python in perceptron_gui/canvas/labels/point_density.py finds, sooner. */

#include <math.h>
#include <stdint.h>

#include "export.h"

/* The places that are tried along one axis: from `first` to `last` in `steps` steps of `step`, then the `wanted` one. */
typedef struct {
    double first, last, wanted, step, length, near, origin;
    int64_t steps, cells;
} Axis;

/* One of them: where it begins, the square of how far its middle is from `near`, and from which cell to which it reaches. */
typedef struct {
    double start, away;
    int64_t low, high;
} Place;

static int64_t within(double cell, int64_t most) { return cell < 0 ? 0 : cell > (double)most ? most : (int64_t)cell; }

static Place place_at(const Axis *a, int64_t i, double reach, double cell) {
    Place found;
    found.start = i > a->steps ? a->wanted : i == a->steps ? a->last : (double)i * a->step + a->first;
    double away = found.start + a->length / 2 - a->near, low = found.start - reach - a->origin;
    found.away = away * away;
    found.low = within(floor(low / cell), a->cells);
    found.high = within(ceil((low + a->length + 2 * reach) / cell), a->cells);
    return found;
}

static int is_open(const double *occupied, int64_t count, double left, double top, double right, double bottom) {
    for (const double *each = occupied; each < occupied + 4 * count; each += 4)
        if (left < each[2] && right > each[0] && top < each[3] && bottom > each[1])
            return 0;
    return 1;
}

/* Puts (left, top) of the place nearest to (x->near, y->near) that covers no point and nothing `occupied` (count, 4) into `found`;
   returns whether there is one. Of several as near it is the first, down each column and then across. `sums` is the summed-area
   table of the points; `rows` has room for y->steps + 2 places. */
EXPORT int64_t nearest_place(const int32_t *sums, const Axis *x, const Axis *y, double reach, double cell, const double *occupied,
                             int64_t count, Place *rows, double *found) {
    const int64_t wide = x->cells + 1, across = x->steps + 2, down = y->steps + 2;
    double nearest = INFINITY;
    int64_t best = across;
    for (int64_t j = 0; j < down; j++)
        rows[j] = place_at(y, j, reach, cell);
    for (int64_t k = 0; k < across; k++) {
        int64_t i = (k + across - 1) % across; /* the wanted place first: what is farther off than that is passed over */
        Place column = place_at(x, i, reach, cell);
        if (!(column.away <= nearest))
            continue;
        for (int64_t j = 0; j < down; j++) {
            const Place row = rows[j];
            double away = column.away + row.away;
            if (!(away < nearest || (away == nearest && i < best)))
                continue;
            const int32_t *above = sums + row.low * wide, *below = sums + row.high * wide;
            if (below[column.high] - above[column.high] == below[column.low] - above[column.low] &&
                is_open(occupied, count, column.start, row.start, column.start + x->length, row.start + y->length)) {
                nearest = away;
                best = i;
                found[0] = column.start;
                found[1] = row.start;
            }
        }
    }
    return nearest < INFINITY;
}
