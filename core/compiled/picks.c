/* Updates on picked examples, and the mistakes after each: the bits of the Python beside them, sooner. The conventions stand in
   update.h. Random numbers come from numpy: the function `draw` on `state` gives the next 32 bits of a bit generator. */

#include <math.h>
#include <stddef.h>
#include <stdint.h>

#include "export.h"
#include "update.h"

#if defined(__GNUC__) && !defined(PLAIN_C)
#define WITHIN static inline __attribute__((always_inline)) /* as wide as who calls it */
#else
#define WITHIN static inline
#endif

enum { STRETCH = 64, GROUP = 4 * STRETCH };

typedef uint32_t Draw(void *state);

/* Picks among n examples, in stretches of 64: those `below` the one bar of their label are up, those below the other `wrong`. In the
   space of the data they are Z, w, with Z once more `rough`, in single precision, and its `reach`; in a feature space `columns`,
   `norms`, f and y as above. Kept from one look to the next: how many are up for an update, all `ups` and those `up` in each
   group of 256; and the example that was picked but `awaited` its column, else -1. */
typedef struct {
    int64_t n, d;
    const double *Z;
    const float *rough;
    const double *reach;
    double *w;
    const double *const *columns;
    const double *norms, *y;
    double *f;
    double bias_squared, target;
    Bars below, wrong;
    Draw *draw;
    void *state;
    uint32_t *up;
    int64_t ups, awaited;
} Picks;

WITHIN void scores_of(const Picks *picks, int64_t first, double *restrict scores) {
    const double *restrict w = picks->w, *restrict z = picks->Z;
    int64_t left = picks->n - first, d = picks->d;
    if (picks->columns) {
        for (int64_t k = 0; k < STRETCH; k++)
            scores[k] = k < left ? picks->f[first + k] * picks->y[first + k] : NAN;
        return;
    }
    z += first * (d + 1);
    for (int64_t k = 0; k < STRETCH; k++)
        scores[k] = w[0] * z[k];
    for (int64_t j = 1; j <= d; j++)
        for (int64_t k = 0; k < STRETCH; k++)
            scores[k] += w[j] * z[j * STRETCH + k];
}

/* The labels of that stretch; nobody minds what stands behind the last. */
WITHIN void labels_of(const Picks *picks, int64_t first, double *restrict labels) {
    const double *y = picks->columns ? picks->y + first : picks->Z + first * (picks->d + 1) + picks->d * STRETCH;
    int64_t left = picks->columns ? picks->n - first : STRETCH;
    for (int64_t k = 0; k < STRETCH; k++)
        labels[k] = k < left ? y[k] : 0.0;
}

WITHIN int64_t count_below(const double *restrict scores, const double *restrict labels, Bars bars) {
    int64_t count = 0;
    for (int64_t k = 0; k < STRETCH; k++)
        count += scores[k] < bar_of(bars, labels[k]);
    return count;
}

/* How many of the `count` examples of a group are below their bar, by sums in single precision, which are half the bytes; -1 where
   these leave one open. What fills the last group up is on neither side. */
WITHIN int64_t surely_below(const float *restrict z, const double *restrict w, int64_t d, int64_t count, Sure sure) {
    int32_t under = 0, over = 0;
    for (int64_t first = 0; first < GROUP; first += STRETCH) {
        float scores[STRETCH];
        for (int64_t k = 0; k < STRETCH; k++)
            scores[k] = (float)w[0] * z[first + k];
        for (int64_t j = 1; j <= d; j++)
            for (int64_t k = 0; k < STRETCH; k++)
                scores[k] += (float)w[j] * z[j * GROUP + first + k];
        for (int64_t k = 0; k < STRETCH; k++) {
            under += scores[k] < sure.under;
            over += scores[k] > sure.over;
        }
    }
    return under + over == count ? under : -1;
}

/* The same from two features, the case on screen, without a stop at the scores. */
WITHIN int64_t surely_below_2(const float *restrict z, float w1, float w2, float b, int64_t count, Sure sure) {
    int32_t under = 0, over = 0;
    for (int64_t k = 0; k < GROUP; k++) {
        const float score = (w1 * z[k] + w2 * z[GROUP + k]) + b * z[2 * GROUP + k];
        under += score < sure.under;
        over += score > sure.over;
    }
    return under + over == count ? under : -1;
}

/* The same of the bits that decide, always sure. Adds those that are `wrong` where they are others. */
WITHIN int64_t count_group(const Picks *picks, int64_t group, int same, int64_t *wrong) {
    double scores[STRETCH], labels[STRETCH];
    int64_t up = 0;
    for (int64_t first = group; first < group + GROUP && first < picks->n; first += STRETCH) {
        scores_of(picks, first, scores);
        labels_of(picks, first, labels);
        up += count_below(scores, labels, picks->below);
        *wrong += same ? 0 : count_below(scores, labels, picks->wrong);
    }
    return up;
}

/* Looks at all examples anew, roughly where that will do; how many of them are mistakes. */
WIDE static int64_t look(Picks *picks) {
    const Bars below = picks->below;
    const int same = below.negative == picks->wrong.negative && below.positive == picks->wrong.positive;
    const int rough = same && !picks->columns;
    const int64_t d = picks->d;
    const double *w = picks->w;
    const Sure sure = rough ? sure_of(w, picks->reach, d, below) : (Sure){0.0f, 0.0f};
    int64_t wrong = 0, ups = 0;
    for (int64_t group = 0; group < picks->n; group += GROUP) {
        const int64_t left = picks->n - group, count = left < GROUP ? left : GROUP, at = group * (d + 1);
        int64_t up = -1;
        if (rough && d == 2)
            up = surely_below_2(picks->rough + at, (float)w[0], (float)w[1], (float)w[2], count, sure);
        else if (rough)
            up = surely_below(picks->rough + at, w, d, count, sure);
        if (up < 0)
            up = count_group(picks, group, same, &wrong);
        picks->up[group / GROUP] = (uint32_t)up;
        ups += up;
    }
    picks->ups = ups;
    return same ? ups : wrong;
}

/* A number below `count`, as numpy's Generator.integers draws it (Lemire 2019, ACM TOMACS 29). */
static uint32_t drawn(const Picks *picks, uint32_t count) {
    if (count == 1)
        return 0;
    uint64_t product = (uint64_t)picks->draw(picks->state) * count;
    if ((uint32_t)product < count)
        for (uint32_t least = -count % count; (uint32_t)product < least;)
            product = (uint64_t)picks->draw(picks->state) * count;
    return (uint32_t)(product >> 32);
}

/* The first with the least y*a of those that are up. */
WIDE static int64_t furthest(const Picks *picks) {
    double scores[STRETCH], labels[STRETCH], least = INFINITY;
    int64_t found = 0;
    for (int64_t first = 0; first < picks->n; first += STRETCH) {
        scores_of(picks, first, scores);
        labels_of(picks, first, labels);
        for (int64_t k = 0; k < STRETCH; k++)
            if (scores[k] < least && scores[k] < bar_of(picks->below, labels[k]))
                least = scores[k], found = first + k;
    }
    return found;
}

/* Which example comes next, by what the last look found; -1 where none is up. Without `draw` it is the furthest. */
WIDE static int64_t picked(const Picks *picks) {
    double scores[STRETCH], labels[STRETCH];
    if (!picks->ups || !picks->draw)
        return picks->ups ? furthest(picks) : -1;
    int64_t left = drawn(picks, (uint32_t)picks->ups), group = 0, here, k = 0;
    while (left >= picks->up[group])
        left -= picks->up[group++];
    for (int64_t first = group * GROUP;; first += STRETCH, left -= here) {
        scores_of(picks, first, scores);
        labels_of(picks, first, labels);
        here = count_below(scores, labels, picks->below);
        if (left >= here)
            continue;
        for (int64_t i = 0; i < STRETCH; i++) /* without a branch: how many come before it */
            k += (left -= scores[i] < bar_of(picks->below, labels[i])) >= 0;
        return first + k;
    }
}

/* At most `limit` updates on picked examples; their rows, their activations and the mistakes on all examples after each. With a
   limit of 0 it takes the first look. It stops early where a column is awaited. */
EXPORT int64_t pick(Picks *picks, int64_t limit, int32_t *index, double *activation, int64_t *errors) {
    int64_t made = 0, d = picks->d;
    if (limit == 0)
        look(picks);
    for (; made < limit; made++) {
        int64_t i = picks->awaited >= 0 ? picks->awaited : picked(picks);
        picks->awaited = i >= 0 && picks->columns && !picks->columns[i] ? i : -1;
        if (i < 0 || picks->awaited >= 0)
            break;
        index[made] = (int32_t)i;
        if (picks->columns) {
            activation[made] = picks->f[i];
            double size = size_of(picks->target, picks->f[i] * picks->y[i], picks->norms[i]);
            add_column(picks->f, picks->columns[i], picks->n, size);
        } else {
            const double *z = picks->Z + i / STRETCH * STRETCH * (d + 1) + i % STRETCH;
            double score = picks->w[0] * z[0];
            for (int64_t j = 1; j <= d; j++)
                score += picks->w[j] * z[j * STRETCH];
            activation[made] = score * z[d * STRETCH];
            learn(z, STRETCH, d, picks->w, picks->bias_squared, picks->target, score);
        }
        errors[made] = look(picks);
    }
    return made;
}
