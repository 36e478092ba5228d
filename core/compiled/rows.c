/* Rows of delimited text to numbers: the bits of the Python in core/files, sooner.

   A cell is read here where it is a decimal number whose nearest double is certain; any other is handed back. The functions
   keep no state and allocate nothing. */

#include <math.h>
#include <stddef.h>
#include <stdint.h>

#include "export.h"

/* As far as powers of ten are doubles. */
enum { POWERS = 22 };
static const double TEN[POWERS + 1] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                       1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

/* m / ten where it is certain how the quotient of two doubles and a correction from its exact remainder round (T. J. Dekker,
   "A floating-point technique for extending the available precision", 1971); `doubt` of the correction is several times what
   its four roundings can come to. */
static int quotient(uint64_t m, double ten, double *value) {
    const double splitter = 0x1p27 + 1, doubt = 0x1p-50;
    double above = (double)m, below = (double)(int64_t)(m - (uint64_t)above), q = above / ten, product = q * ten;
    double high = splitter * q, ten_high = splitter * ten;
    high -= high - q;
    ten_high -= ten_high - ten;
    double low = q - high, ten_low = ten - ten_high;
    double error = ((high * ten_high - product + high * ten_low) + low * ten_high) + low * ten_low;
    double correction = (((above - product) + below) - error) / ten, unsure = fabs(correction) * doubt;
    *value = q + (correction + unsure);
    return *value == q + (correction - unsure);
}

/* m * 10^power rounded to the nearest double; 0 where that is not certain here. */
static int rounded(uint64_t m, int64_t power, double *value) {
    int is_exact = m <= UINT64_C(1) << 53;
    *value = (double)m;
    if (power == 0 || m == 0)
        return 1;
    if (power < -POWERS || power > POWERS || (power > 0 && !is_exact))
        return 0;
    if (power < 0 && !is_exact)
        return quotient(m, TEN[-power], value);
    *value = power > 0 ? *value * TEN[power] : *value / TEN[-power];
    return 1;
}

/* The first eight bytes, the first of them lowest. */
static uint64_t word(const char *p) {
    const unsigned char *b = (const unsigned char *)p;
    return (uint64_t)b[0] | (uint64_t)b[1] << 8 | (uint64_t)b[2] << 16 | (uint64_t)b[3] << 24 | (uint64_t)b[4] << 32 |
           (uint64_t)b[5] << 40 | (uint64_t)b[6] << 48 | (uint64_t)b[7] << 56;
}

/* Digits from p on, put behind those of m; what follows them. Eight at a time as long as there are so many (Lemire 2021). */
static const char *digits(const char *p, const char *end, uint64_t *m) {
    const uint64_t zeros = UINT64_C(0x3030303030303030), tops = UINT64_C(0x8080808080808080);
    for (; end - p >= 8; p += 8) {
        uint64_t eight = word(p) ^ zeros;
        if (((eight + UINT64_C(0x7676767676767676)) | eight) & tops)
            break;
        eight = (eight * (1 + (10 << 8))) >> 8 & UINT64_C(0x00FF00FF00FF00FF);
        eight = (eight * (1 + (100 << 16))) >> 16 & UINT64_C(0x0000FFFF0000FFFF);
        *m = *m * 100000000 + ((eight * (1 + (UINT64_C(10000) << 32))) >> 32);
    }
    for (; p < end && *p >= '0' && *p <= '9'; p++)
        *m = *m * 10 + (uint64_t)(*p - '0');
    return p;
}

/* A number at p to `value`, and what follows it; NULL where none is that can be read here. `marked` is set where it has the
   decimal mark. */
static const char *number(const char *p, const char *end, char mark, double *value, int *marked) {
    int negative = *p == '-';
    p += negative || *p == '+';
    uint64_t m = 0, exponent = 0;
    const char *first = p, *point = digits(p, end, &m);
    int64_t count = point - first, behind = 0;
    p = point;
    if (*p == mark) {
        p = digits(point + 1, end, &m);
        behind = p - point - 1;
        count += behind;
        *marked = 1;
    }
    if (count == 0)
        return NULL;
    for (; count > 19 && (*first == '0' || *first == mark); first++)
        count -= *first == '0';
    if (count > 19)
        return NULL;
    if (*p == 'e' || *p == 'E') {
        int down = p[1] == '-';
        const char *power = p + 1 + (down || p[1] == '+');
        p = digits(power, end, &exponent);
        if (p == power || p - power > 4)
            return NULL;
        behind += down ? (int64_t)exponent : -(int64_t)exponent;
    }
    if (!rounded(m, -behind, value))
        return NULL;
    *value = negative ? -*value : *value;
    return p;
}

static const char *past_spaces(const char *p) {
    while (*p == ' ')
        p++;
    return p;
}

/* All rows of a text of `length` bytes, each closed by the byte `close`. The cells of each of the `width` columns go into that
   column of `numbers` (rows, width). A cell that is no number here is `left`: its row, its column, its first byte and the one
   after its last. Returns how many are left; -1 where a row has another width, or one cell that is empty. `marked` says of
   each column whether a number in it has the decimal mark. */
EXPORT int64_t read_rows(const char *text, int64_t length, int64_t rows, char delimiter, char close, char mark, int64_t width,
                         double *numbers, int64_t *left, int8_t *marked) {
    const char *p = text, *end = text + length;
    int64_t found = 0;
    for (int64_t row = 0; row < rows; row++)
        for (int64_t column = 0; column < width; column++, p++) {
            const char *start = p, *first = p = past_spaces(p);
            int has_mark = 0;
            double value = 0.0;
            const char *after = number(p, end, mark, &value, &has_mark);
            if (after)
                p = past_spaces(after);
            if (*p != delimiter && *p != close)
                after = NULL;
            while (*p != delimiter && *p != close)
                p++;
            if (*p != (column + 1 == width ? close : delimiter) || (width == 1 && p == first))
                return -1;
            if (after) {
                numbers[column * rows + row] = value;
                marked[column] |= (int8_t)has_mark;
                continue;
            }
            int64_t *cell = left + 4 * found++;
            cell[0] = row, cell[1] = column, cell[2] = start - text, cell[3] = p - text;
        }
    return found;
}
