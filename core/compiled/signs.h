/* The sign of a number. */

/* Without branches, so that several are found at once. */
static inline double sign_of(double a) {
    const double sign = (a > 0.0 ? 1.0 : 0.0) - (a < 0.0 ? 1.0 : 0.0);
    return a == a ? sign : a;
}
