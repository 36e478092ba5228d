/* Counts convolved with a mask: the bits of the Python in core/convolution.py, sooner. Compiled without contraction. */

#include <stdint.h>

#include "export.h"

/* Cells that are worked on together, if any of them holds something: few, for most of a picture is empty. */
enum { TOGETHER = 16 };

/* Adds every one of `counts` (height, width) times `mask` (p, q), laid from its cell on, to `sums` (height + p - 1, width + q - 1).
   The last column of the mask first: so each sum is made in the order of the cells. */
EXPORT void convolve(const int32_t *counts, int64_t height, int64_t width, const float *mask, int64_t p, int64_t q,
                     float *sums) {
    const int64_t across = width + q - 1;
    for (int64_t row = 0; row < height; row++, counts += width)
        for (int64_t first = 0; first < width; first += TOGETHER) {
            const int64_t n = width - first < TOGETHER ? width - first : TOGETHER;
            float cells[TOGETHER];
            int32_t any = 0;
            for (int64_t k = 0; k < n; k++)
                any |= counts[first + k];
            if (!any)
                continue;
            for (int64_t k = 0; k < n; k++)
                cells[k] = (float)counts[first + k];
            for (int64_t i = 0; i < p; i++)
                for (int64_t j = q - 1; j >= 0; j--) {
                    const float weight = mask[i * q + j];
                    float *to = sums + (row + i) * across + first + j;
                    if (weight == 0.0f)
                        continue;
                    if (n == TOGETHER) /* of a length that is known, so that the compiler adds several at once */
                        for (int64_t k = 0; k < TOGETHER; k++)
                            to[k] += cells[k] * weight;
                    else
                        for (int64_t k = 0; k < n; k++)
                            to[k] += cells[k] * weight;
                }
        }
}
