// Sources: a color or a gradient.
#include "cv_internal.h"

#include <math.h>

static void add_stop(cairo_pattern_t *pattern, double offset, cv_color color, double alpha) {
  cv.cairo_pattern_add_color_stop_rgba(pattern, offset, color.red, color.green, color.blue, color.alpha * alpha);
}

// Cairo extends both ends of a gradient or none. One that extends at one end only is lengthened at the other
// with a clear part; a clear stop exactly at its end would suffice, but is lost in a PDF.
static const double more = 0.25;

static double between(double from, double to, double share) { return from + (to - from) * share; }

// The geometry of a gradient: a line from start to end, or two circles.
typedef struct {
  double x0, y0, r0, x1, y1, r1;
  bool is_radial;
} gradient_shape;

static cairo_pattern_t *make_pattern(const gradient_shape *g, const cv_paint *paint, double alpha) {
  double low = 0, high = 1;
  bool one_end = paint->before != paint->after;
  if (one_end && !paint->before) low = -more;
  if (one_end && !paint->after) high = 1 + more;
  if (g->is_radial) {
    // A circle's radius must not be below 0.
    double growth = g->r1 - g->r0;
    if (growth > 0) low = fmax(low, -g->r0 / growth);
    if (growth < 0) high = fmin(high, -g->r0 / growth);
  }
  double x0 = between(g->x0, g->x1, low), x1 = between(g->x0, g->x1, high);
  double y0 = between(g->y0, g->y1, low), y1 = between(g->y0, g->y1, high);
  cairo_pattern_t *pattern =
      g->is_radial ? cv.cairo_pattern_create_radial(x0, y0, fmax(0, between(g->r0, g->r1, low)), x1, y1,
                                                    fmax(0, between(g->r0, g->r1, high)))
                   : cv.cairo_pattern_create_linear(x0, y0, x1, y1);
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

static void set_color(cairo_t *cairo, cv_color c, double alpha) {
  cv.cairo_set_source_rgba(cairo, c.red, c.green, c.blue, c.alpha * alpha);
}

// The single color of a gradient that hardly changes within the picture; false if it does change.
static bool set_color_at(cairo_t *cairo, const cv_paint *paint, double share, double alpha) {
  if ((share < 0 && !paint->before) || (share > 1 && !paint->after)) return false;
  const cv_stop *stops = paint->stops;
  size_t next = 0;
  while (next < paint->stop_count && stops[next].offset <= share) next++;
  if (next == 0) return set_color(cairo, stops[0].color, alpha), true;
  if (next == paint->stop_count) return set_color(cairo, stops[next - 1].color, alpha), true;
  cv_color a = stops[next - 1].color, b = stops[next].color;
  double t = (share - stops[next - 1].offset) / (stops[next].offset - stops[next - 1].offset);
  cv_color c = {between(a.red, b.red, t), between(a.green, b.green, t), between(a.blue, b.blue, t),
                between(a.alpha, b.alpha, t)};
  return set_color(cairo, c, alpha), true;
}

static bool set_pattern(cairo_t *cairo, cairo_pattern_t *pattern) {
  cv.cairo_set_source(cairo, pattern);
  cv.cairo_pattern_destroy(pattern);
  return true;
}

// Pixels: gradients that are longer or farther away are one color within a picture.
static const double farthest = 1e6;

// The same gradient in points of the canvas, as a line through its middle, so that no matrix is left.
static bool set_linear(const cv_target *target, const cv_paint *paint, double alpha) {
  const cv_matrix *m = &paint->matrix;
  double dx = paint->to_x - paint->from_x, dy = paint->to_y - paint->from_y, square = dx * dx + dy * dy;
  double determinant = m->a * m->d - m->b * m->c;
  // The change of the gradient's position with x and with y.
  double gx = (dx * m->d - dy * m->b) / determinant / square, gy = (dy * m->a - dx * m->c) / determinant / square;
  double steep = gx * gx + gy * gy;
  double start_x = m->a * paint->from_x + m->c * paint->from_y + m->tx;
  double start_y = m->b * paint->from_x + m->d * paint->from_y + m->ty;
  double x = (target->bounds.left + target->bounds.right) / 2 / target->scale;
  double y = (target->bounds.top + target->bounds.bottom) / 2 / target->scale;
  double share = gx * (x - start_x) + gy * (y - start_y);
  if (!(steep > 0) || !isfinite(steep) || !isfinite(share)) return false;
  double length = target->scale / sqrt(steep);
  if (length > farthest || fabs(share) * length > farthest) return set_color_at(target->cairo, paint, share, alpha);
  gradient_shape shape = {.x0 = x - gx * share / steep, .y0 = y - gy * share / steep};
  // Cairo would drop a gradient shorter than a hundredth of a pixel.
  double step = fmax(1, 0.01 / length) / steep;
  shape.x1 = shape.x0 + gx * step;
  shape.y1 = shape.y0 + gy * step;
  return set_pattern(target->cairo, make_pattern(&shape, paint, alpha));
}

// In device size and relative to the middle of the picture, as Cairo's matrices have 16.16 bits.
static bool set_radial(const cv_target *target, const cv_paint *paint, double alpha) {
  const cv_matrix *m = &paint->matrix;
  double large = cv_stretch(m), limit = farthest / target->scale;
  double x = (target->bounds.left + target->bounds.right) / 2 / target->scale;
  double y = (target->bounds.top + target->bounds.bottom) / 2 / target->scale;
  cairo_matrix_t matrix = {m->a / large, m->b / large, m->c / large, m->d / large, x, y};
  double flat = matrix.xx * matrix.yy - matrix.xy * matrix.yx;
  if (!(fabs(flat) > 1e-4)) return false;
  // From the middle to the start, without the matrix.
  double dx = m->a * paint->from_x + m->c * paint->from_y + m->tx - x;
  double dy = m->b * paint->from_x + m->d * paint->from_y + m->ty - y;
  gradient_shape shape = {.r0 = paint->from_radius * large, .r1 = paint->to_radius * large, .is_radial = true};
  shape.x0 = (matrix.yy * dx - matrix.xy * dy) / flat;
  shape.y0 = (matrix.xx * dy - matrix.yx * dx) / flat;
  shape.x1 = shape.x0 + (paint->to_x - paint->from_x) * large;
  shape.y1 = shape.y0 + (paint->to_y - paint->from_y) * large;
  bool is_near = fabs(shape.x0) < limit && fabs(shape.y0) < limit && fabs(shape.x1) < limit
                 && fabs(shape.y1) < limit && shape.r0 < limit && shape.r1 < limit;
  if (!is_near || cv.cairo_matrix_invert(&matrix) != CAIRO_STATUS_SUCCESS) return false;
  cairo_pattern_t *pattern = make_pattern(&shape, paint, alpha);
  cv.cairo_pattern_set_matrix(pattern, &matrix);
  return set_pattern(target->cairo, pattern);
}

static bool set_gradient(const cv_target *target, const cv_paint *paint, double alpha) {
  const double places[] = {paint->from_x, paint->from_y, paint->from_radius,
                           paint->to_x,   paint->to_y,   paint->to_radius};
  for (size_t i = 0; i < sizeof places / sizeof *places; i++)
    if (!isfinite(places[i])) return false;
  if (paint->stop_count == 0 || !cv_is_usable(&paint->matrix)) return false;
  bool is_point = paint->from_x == paint->to_x && paint->from_y == paint->to_y;
  if (paint->kind == cv_linear) return !is_point && set_linear(target, paint, alpha);
  bool is_circle = is_point && paint->from_radius == paint->to_radius;
  if (is_circle || !(paint->from_radius >= 0 && paint->to_radius >= 0)) return false;
  return set_radial(target, paint, alpha);
}

bool cv_set_source(const cv_target *target, const cv_paint *paint, double alpha) {
  if (paint->kind != cv_solid) return set_gradient(target, paint, alpha);
  set_color(target->cairo, paint->color, alpha);
  return true;
}

void cv_put_alpha(const cv_target *target, cairo_surface_t *alpha) {
  cairo_matrix_t before;
  cv.cairo_get_matrix(target->cairo, &before);
  cv.cairo_identity_matrix(target->cairo);
  cairo_pattern_t *mask = cv.cairo_pattern_create_for_surface(alpha);
  cv.cairo_mask(target->cairo, mask);
  cv.cairo_pattern_destroy(mask);
  cv.cairo_set_matrix(target->cairo, &before);
}
