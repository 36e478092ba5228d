/* The engine's scans: the updates and the bits of the Python beside them, sooner. The conventions stand in update.h. */

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "export.h"
#include "pairs.h"
#include "update.h"

/* Raised whenever an argument changes, in any of the files, so that a library of another day is not used. */
EXPORT int32_t loops_version(void) { return 11; }

/* How many of the first `count` examples come before the first that is added, in whole groups; in two dimensions. */
WIDE static int64_t passed_2(const double *restrict x1, const double *restrict x2, const int8_t *restrict y,
                             int64_t count, double w1, double w2, double b, double below) {
    int64_t i = 0;
    for (; i + TOGETHER <= count; i += TOGETHER) {
        int64_t any = 0;
        for (int64_t k = i; k < i + TOGETHER; k++)
            any |= ((w1 * x1[k] + w2 * x2[k]) + b) * y[k] < below;
        if (any)
            break;
    }
    return i;
}

/* The first `limit` updates among the examples start ... stop - 1 of n, in their order, and how many there are: in two
   dimensions with updates of size 1, the case on screen. Where updates are dense they come without a branch. Of each pair only
   the first lane counts. */
EXPORT int64_t scan_2(const double *X, int64_t n, const int8_t *y, int64_t start, int64_t stop, double *w,
                      double bias_squared, double negative, double positive, int64_t limit, int64_t *places) {
    const double *x1 = X, *x2 = X + n;
    const Bars bars = {negative, positive};
    const double below = higher(bars);
    Pair w1 = {w[0]}, w2 = {w[1]}, b = {w[2]};
    int64_t found = 0, i = start, dense = start;
    while (i < stop && found < limit) {
        if (i >= dense)
            i += passed_2(x1 + i, x2 + i, y + i, stop - i, FIRST(w1), FIRST(w2), FIRST(b), below);
        int64_t end = i + TOGETHER < stop ? i + TOGETHER : stop, before = found;
        if (end - i > limit - found)
            end = i + limit - found;
        for (; i < end; i++) {
            double sign = y[i], z1 = sign * x1[i], z2 = sign * x2[i];
            Mask added = is_below((w1 * z1 + w2 * z2) + b * sign, bar_of(bars, sign));
            places[found] = i;
            found -= FIRST(added);
            w1 += where(added, z1);
            w2 += where(added, z2);
            b += where(added, sign * bias_squared);
        }
        if (found > before)
            dense = i + 1;
    }
    w[0] = FIRST(w1);
    w[1] = FIRST(w2);
    w[2] = FIRST(b);
    return found;
}

/* The same in any dimension, in blocks of 16, and the activations before the updates. */
EXPORT int64_t scan(const double *Z, int64_t d, int64_t start, int64_t stop, double *w, double bias_squared,
                    double negative, double positive, double target, int64_t limit, int64_t *places, double *activation) {
    const Bars bars = {negative, positive};
    const double below = higher(bars);
    double scores[TOGETHER];
    int64_t found = 0;
    for (int64_t i = start; i < stop && found < limit;) {
        /* What lies behind an update is looked at anew. */
        int64_t first = i - i % TOGETHER, end = first + TOGETHER < stop ? first + TOGETHER : stop;
        const double *z = Z + first * (d + 1), *y = z + d * TOGETHER;
        if (scores_of_16(z, w, d, below, scores))
            while (i < end && !(scores[i - first] < bar_of(bars, y[i - first])))
                i++;
        else
            i = end;
        if (i == end)
            continue;
        z += i - first;
        places[found] = i;
        activation[found++] = scores[i - first] * z[d * TOGETHER];
        learn(z, TOGETHER, d, w, bias_squared, target, scores[i - first]);
        i++;
    }
    return found;
}

/* The same over the rows `order` from `start` to `stop` of sparse examples, without blocks: example i has data[indptr[i]] ...
   data[indptr[i + 1] - 1] in `columns`, which ascend. A sum is the same without the products that are 0. */
EXPORT int64_t scan_sparse(const int64_t *indptr, const int64_t *columns, const double *data, const int8_t *y, const int64_t *order,
                           int64_t start, int64_t stop, double *w, int64_t d, double bias_squared, double negative, double positive,
                           double target, int64_t limit, int64_t *places, double *activations) {
    const Bars bars = {negative, positive};
    int64_t found = 0;
    for (int64_t place = start; place < stop && found < limit; place++) {
        const int64_t row = order[place], first = indptr[row], end = indptr[row + 1];
        double a = 0.0, squared = 0.0;
        for (int64_t k = first; k < end; k++)
            a += w[columns[k]] * data[k];
        a += w[d];
        const double score = a * y[row];
        if (!(score < bar_of(bars, y[row])))
            continue;
        for (int64_t k = first; k < end; k++)
            squared += data[k] * data[k];
        const double step = y[row] * size_of(target, score, squared + bias_squared);
        for (int64_t k = first; k < end; k++)
            w[columns[k]] += step * data[k];
        w[d] += step * bias_squared;
        places[found] = place;
        activations[found++] = a;
    }
    return found;
}

/* The updates on the m rows `index`, one after another: w <- w + (size*y)*x, every size 1 where `sizes` is NULL. w after as
   many of them as each of `places` says, which do not decrease, row by row into `weights` (p, d + 1). */
EXPORT void replay(const double *X, int64_t n, int64_t d, const int8_t *y, const int32_t *index, const double *sizes, int64_t m,
                   double *w, double bias_squared, const int64_t *places, int64_t p, double *weights) {
    for (int64_t t = 0, found = 0; t <= m; t++) {
        for (; found < p && places[found] == t; found++)
            memcpy(weights + found * (d + 1), w, (size_t)(d + 1) * sizeof *w);
        if (found == p || t == m)
            return;
        const double *x = X + index[t];
        double step = sizes ? y[index[t]] * sizes[t] : y[index[t]];
        for (int64_t j = 0; j < d; j++)
            w[j] += step * x[j * n];
        w[d] += step * bias_squared;
    }
}

/* Every example moves w: w <- shrink*w, and where it is added w <- w + (size*y)*x. Weights after each step, row by row,
   into `weights` (m, d + 1). */
EXPORT void walk(const double *X, int64_t n, int64_t d, const int8_t *y, const int32_t *index, int64_t m, double *w,
                 double bias_squared, double below, double shrink, double size, double *weights) {
    for (int64_t t = 0; t < m; t++) {
        const double *x = X + index[t];
        double a = w[0] * x[0], step = size * y[index[t]];
        for (int64_t j = 1; j < d; j++)
            a += w[j] * x[j * n];
        a += w[d];
        int added = a * y[index[t]] < below;
        for (int64_t j = 0; j < d; j++)
            w[j] = added ? w[j] * shrink + step * x[j * n] : w[j] * shrink;
        w[d] = added ? w[d] + step * bias_squared : w[d];
        memcpy(weights + t * (d + 1), w, (size_t)(d + 1) * sizeof *w);
    }
}

/* In a feature space, by the values f (n,) at the examples and the columns y_j*k~(x_j, .): updates among the places start ...
   stop - 1 of a stream of epochs that visits `order`. It stops early at a place whose column is not there yet: `missing` are then that
   place, else -1, and how many columns are `wanted`, `room` at most: this one, and those of examples later in the epoch that
   would be added now, for they are soon used. */
EXPORT int64_t dual_scan(const double *const *columns, int64_t n, const double *y, const double *norms,
                         const int64_t *order, int64_t start, int64_t stop, double *f, double negative, double positive,
                         double target, int64_t limit, int64_t *places, double *activation, int64_t *missing,
                         int64_t *wanted, int64_t room) {
    const Bars bars = {negative, positive};
    int64_t found = 0, asked = 0;
    missing[0] = -1;
    for (int64_t place = start; place < stop && found < limit && asked < room; place++) {
        int64_t i = order[place];
        double score = f[i] * y[i];
        if (!(score < bar_of(bars, y[i])))
            continue;
        if (!columns[i]) {
            if (!asked) {
                missing[0] = place;
                stop = place + n - place % n < stop ? place + n - place % n : stop;
            }
            wanted[asked++] = i;
        } else if (!asked) {
            places[found] = place;
            activation[found++] = f[i];
            add_column(f, columns[i], n, size_of(target, score, norms[i]));
        }
    }
    missing[1] = asked;
    return found;
}
