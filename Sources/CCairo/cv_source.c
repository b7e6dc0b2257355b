// What is painted with: a colour, or several that go over into each other.
#include "cv_internal.h"

#include <math.h>

static void add_stop(cairo_pattern_t *pattern, double offset, cv_color color, double alpha) {
  cv.cairo_pattern_add_color_stop_rgba(pattern, offset, color.red, color.green, color.blue, color.alpha * alpha);
}

// Cairo extends both ends of a gradient or none. One that goes on at one end only is made longer at the other, where it
// is clear; a clear stop right at its end would do, but is lost in a PDF.
static const double more = 0.25;

static double between(double from, double to, double share) { return from + (to - from) * share; }

static cairo_pattern_t *gradient(const cv_paint *paint, double alpha) {
  double low = 0, high = 1;
  bool one_end = paint->before != paint->after;
  double growth = paint->to_radius - paint->from_radius;
  if (one_end && !paint->before) low = -more;
  if (one_end && !paint->after) high = 1 + more;
  if (paint->kind == cv_radial) {
    // No circle has a radius below 0.
    if (growth > 0) low = fmax(low, -paint->from_radius / growth);
    if (growth < 0) high = fmin(high, -paint->from_radius / growth);
  }
  double x0 = between(paint->from_x, paint->to_x, low), x1 = between(paint->from_x, paint->to_x, high);
  double y0 = between(paint->from_y, paint->to_y, low), y1 = between(paint->from_y, paint->to_y, high);
  cairo_pattern_t *pattern =
      paint->kind == cv_linear
          ? cv.cairo_pattern_create_linear(x0, y0, x1, y1)
          : cv.cairo_pattern_create_radial(x0, y0, fmax(0, between(paint->from_radius, paint->to_radius, low)), x1,
                                           y1, fmax(0, between(paint->from_radius, paint->to_radius, high)));
  const cv_stop *stops = paint->stops;
  const cv_color clear = {0, 0, 0, 0}, first = stops[0].color, last = stops[paint->stop_count - 1].color;
  double start = -low / (high - low), end = (1 - low) / (high - low);
  if (low < 0) add_stop(pattern, 0, clear, 0), add_stop(pattern, start, clear, 0);
  add_stop(pattern, start, first, alpha);
  for (size_t i = 0; i < paint->stop_count; i++)
    add_stop(pattern, between(start, end, stops[i].offset), stops[i].color, alpha);
  add_stop(pattern, end, last, alpha);
  if (high > 1) add_stop(pattern, end, clear, 0), add_stop(pattern, 1, clear, 0);
  cv.cairo_pattern_set_extend(pattern, paint->before || paint->after ? CAIRO_EXTEND_PAD : CAIRO_EXTEND_NONE);
  return pattern;
}

static bool set_gradient(cairo_t *cairo, const cv_paint *paint, double alpha) {
  const double places[] = {paint->from_x, paint->from_y, paint->from_radius,
                           paint->to_x,   paint->to_y,   paint->to_radius};
  for (size_t i = 0; i < sizeof places / sizeof *places; i++)
    if (!(fabs(places[i]) < 1e9)) return false;
  if (paint->stop_count == 0 || !cv_is_usable(&paint->matrix)) return false;
  bool is_linear = paint->kind == cv_linear;
  bool is_point = paint->from_x == paint->to_x && paint->from_y == paint->to_y
                  && (is_linear || paint->from_radius == paint->to_radius);
  if (is_point || (!is_linear && !(paint->from_radius >= 0 && paint->to_radius >= 0))) return false;
  cairo_matrix_t matrix = cv_cairo_matrix(&paint->matrix, 1);
  if (cv.cairo_matrix_invert(&matrix) != CAIRO_STATUS_SUCCESS) return false;
  cairo_pattern_t *pattern = gradient(paint, alpha);
  cv.cairo_pattern_set_matrix(pattern, &matrix);
  cv.cairo_set_source(cairo, pattern);
  cv.cairo_pattern_destroy(pattern);
  return true;
}

bool cv_set_source(cairo_t *cairo, const cv_paint *paint, double alpha) {
  if (paint->kind != cv_solid) return set_gradient(cairo, paint, alpha);
  cv_color c = paint->color;
  cv.cairo_set_source_rgba(cairo, c.red, c.green, c.blue, c.alpha * alpha);
  return true;
}
