// Pens from scripts, limited to Cairo's range.
#include "cv_internal.h"

#include <math.h>

// The greatest width of a pen in pixels; such a line in the middle of the largest picture covers all of it.
static const double widest = 2e4;

bool cv_is_usable(const cv_matrix *m) {
  double all = fabs(m->a) + fabs(m->b) + fabs(m->c) + fabs(m->d);
  double determinant = m->a * m->d - m->b * m->c;
  return isfinite(all) && isfinite(m->tx) && isfinite(m->ty) && all < 1e12 && isfinite(determinant)
         && fabs(determinant) > 1e-18 * all * all && fabs(determinant) > 1e-24;
}

double cv_stretch(const cv_matrix *m) {
  double p = hypot(m->a + m->d, m->b - m->c), q = hypot(m->a - m->d, m->b + m->c);
  return (p + q) / 2;
}

static double radius(const cv_pen *pen, double scale) {
  return fmin(pen->width / 2 * cv_stretch(&pen->matrix) * scale, widest);
}

static double miter_limit(const cv_pen *pen, double scale) {
  double limit = isfinite(pen->miter_limit) ? fmax(pen->miter_limit, 1) : 10;
  return fmax(1, fmin(limit, widest / fmax(radius(pen, scale), 1e-6)));
}

double cv_pen_reach(const cv_pen *pen, double scale) {
  return radius(pen, scale) * (pen->join == CAIRO_LINE_JOIN_MITER ? fmax(miter_limit(pen, scale), 1.5) : 1.5) + 16;
}

double cv_dash_period(const cv_pen *pen) {
  double sum = 0;
  for (size_t i = 0; i < pen->dash_count; i++) {
    if (!(pen->dashes[i] >= 0)) return 0;
    sum += pen->dashes[i];
  }
  if (!isfinite(sum) || !isfinite(pen->dash_phase) || sum <= 0) return 0;
  return pen->dash_count % 2 == 1 ? 2 * sum : sum;
}

double cv_dash_pixels(const cv_pen *pen, double scale) {
  return cv_dash_period(pen) * cv_stretch(&pen->matrix) * scale;
}

double cv_dash_share(const cv_pen *pen, double scale) {
  double period = cv_dash_period(pen), drawn = 0;
  if (period <= 0 || cv_dash_pixels(pen, scale) > 0.125) return -1;
  for (size_t i = 0; i < pen->dash_count; i++) drawn += i % 2 == 0 ? pen->dashes[i] : 0;
  return pen->dash_count % 2 == 1 ? 0.5 : drawn / period;
}

bool cv_set_pen(cairo_t *cairo, const cv_pen *pen, double scale) {
  if (!cv_is_usable(&pen->matrix) || !(pen->width > 0) || !isfinite(pen->width)) return false;
  double wide = pen->width / 2 * cv_stretch(&pen->matrix) * scale;
  if (!isfinite(wide)) return false;
  cairo_matrix_t matrix = cv_cairo_matrix(&pen->matrix, scale);
  // Only directions and lengths matter, and distant points would be rounded.
  matrix.x0 = matrix.y0 = 0;
  cv.cairo_set_matrix(cairo, &matrix);
  cv.cairo_set_line_width(cairo, wide > widest ? pen->width * (widest / wide) : pen->width);
  cv.cairo_set_line_cap(cairo, pen->cap >= 0 && pen->cap <= 2 ? (cairo_line_cap_t)pen->cap : CAIRO_LINE_CAP_BUTT);
  cv.cairo_set_line_join(cairo, pen->join >= 0 && pen->join <= 2 ? (cairo_line_join_t)pen->join
                                                                 : CAIRO_LINE_JOIN_MITER);
  cv.cairo_set_miter_limit(cairo, miter_limit(pen, scale));
  return true;
}
