// Shapes whose lines cross each other millions of times. Cairo's time grows with each crossing, so a hundred
// thousand crossing lines take it minutes; here the time grows with the pixels of each line. Where several
// edges meet in one pixel its coverage is approximate, elsewhere it equals Cairo's.
//
// - Source: signed areas summed along each row, as in Levien's font-rs.
#include "cv_internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// --- Sums ------------------------------------------------------------------------------------------------------

// Rows of a picture, with the change of the winding number at each place.
typedef struct {
  float *changes;
  double left, top;
  int width, height;
} band;

// Pixels of a band.
static const double band_pixels = 1 << 22;

static void add_row(float *row, double x0, double x1, double change) {
  int first = (int)x0, end = (int)ceil(x1);
  if (end <= first + 1) {
    double mean = (x0 + x1) / 2 - first;
    row[first] += (float)(change * (1 - mean));
    row[first + 1] += (float)(change * mean);
    return;
  }
  double slope = 1 / (x1 - x0), before = x0 - first, behind = x1 - end + 1;
  double begin = slope * (1 - before) * (1 - before) / 2, last = slope * behind * behind / 2;
  row[first] += (float)(change * begin);
  if (end == first + 2) {
    row[first + 1] += (float)(change * (1 - begin - last));
  } else {
    double second = slope * (1.5 - before);
    row[first + 1] += (float)(change * (second - begin));
    for (int x = first + 2; x < end - 1; x++) row[x] += (float)(change * slope);
    row[end - 1] += (float)(change * (1 - second - (end - first - 3) * slope - last));
  }
  row[end] += (float)(change * last);
}

static void add_line(const band *band, double x0, double y0, double x1, double y1) {
  double way = 1;
  if (y0 > y1) {
    double x = x0, y = y0;
    x0 = x1, y0 = y1, x1 = x, y1 = y;
    way = -1;
  }
  x0 -= band->left, x1 -= band->left, y0 -= band->top, y1 -= band->top;
  if (!(y0 < y1) || y1 <= 0 || y0 >= band->height) return;
  double slope = (x1 - x0) / (y1 - y0), start = fmax(y0, 0), end = fmin(y1, band->height);
  double x = x0 + (start - y0) * slope;
  for (int y = (int)start; y < end; y++) {
    double part = fmin(y + 1, end) - fmax(y, start), next = x + part * slope;
    double low = cv_within(fmin(x, next), 0, band->width), high = cv_within(fmax(x, next), 0, band->width);
    add_row(band->changes + (size_t)y * ((size_t)band->width + 2), low, high, part * way);
    x = next;
  }
}

static void finish(const band *band, uint8_t *to, size_t stride, bool is_even_odd) {
  for (int y = 0; y < band->height; y++, to += stride) {
    const float *changes = band->changes + (size_t)y * ((size_t)band->width + 2);
    double winding = 0;
    for (int x = 0; x < band->width; x++) {
      winding += changes[x];
      double covered = is_even_odd ? fabs(winding - 2 * round(winding / 2)) : fmin(1, fabs(winding));
      to[x] = (uint8_t)(covered * 255 + 0.5);
    }
  }
}

// --- Lines -----------------------------------------------------------------------------------------------------

enum { corners = 12 };

// The pieces of a path: edges of its area, or lines with a width.
typedef struct {
  const band *band;
  const cv_pen *pen; // NULL to fill
  cairo_matrix_t to_pen, from_pen;
  double around[corners][2];
} tracer;

static void set_pen(tracer *tracer, const cv_pen *pen, double scale) {
  tracer->pen = pen;
  tracer->from_pen = cv_cairo_matrix(&pen->matrix, scale);
  // As wide as Cairo would draw it, with a minimum for precision.
  double radius = pen->width / 2, wide = radius * cv_stretch(&pen->matrix) * scale;
  if (wide > 2e4) radius *= 2e4 / wide;
  tracer->to_pen = tracer->from_pen;
  cv.cairo_matrix_invert(&tracer->to_pen);
  const cairo_matrix_t *m = &tracer->from_pen;
  double turn = m->xx * m->yy - m->xy * m->yx < 0 ? -1 : 1;
  for (int i = 0; i < corners; i++) {
    double angle = turn * 2 * M_PI * i / corners, x = radius * cos(angle), y = radius * sin(angle);
    tracer->around[i][0] = m->xx * x + m->xy * y;
    tracer->around[i][1] = m->yx * x + m->yy * y;
  }
}

static double pen_radius(const tracer *tracer) {
  const cairo_matrix_t *m = &tracer->to_pen;
  const double *p = tracer->around[0];
  return hypot(m->xx * p[0] + m->xy * p[1], m->yx * p[0] + m->yy * p[1]);
}

static void add_dot(const tracer *tracer, double x, double y) {
  for (int i = 0; i < corners; i++) {
    const double *a = tracer->around[i], *b = tracer->around[(i + 1) % corners];
    add_line(tracer->band, x + a[0], y + a[1], x + b[0], y + b[1]);
  }
}

// All pieces have the same orientation, so that none cancels another.
static void add_stroke(const tracer *tracer, double x0, double y0, double x1, double y1) {
  double dx = x1 - x0, dy = y1 - y0;
  const cairo_matrix_t *to = &tracer->to_pen, *from = &tracer->from_pen;
  double ux = to->xx * dx + to->xy * dy, uy = to->yx * dx + to->yy * dy, length = hypot(ux, uy);
  if (!(length > 0)) return;
  double radius = pen_radius(tracer), px = -uy * radius / length, py = ux * radius / length;
  double nx = from->xx * px + from->xy * py, ny = from->yx * px + from->yy * py;
  if (dx * ny - dy * nx < 0) nx = -nx, ny = -ny;
  add_line(tracer->band, x0 - nx, y0 - ny, x1 - nx, y1 - ny);
  add_line(tracer->band, x1 - nx, y1 - ny, x1 + nx, y1 + ny);
  add_line(tracer->band, x1 + nx, y1 + ny, x0 + nx, y0 + ny);
  add_line(tracer->band, x0 + nx, y0 + ny, x0 - nx, y0 - ny);
}

static void add_side(const tracer *tracer, double x0, double y0, double x1, double y1, bool has_corner) {
  if (!tracer->pen) return add_line(tracer->band, x0, y0, x1, y1);
  add_stroke(tracer, x0, y0, x1, y1);
  if (has_corner) add_dot(tracer, x0, y0);
}

static void trace(const tracer *tracer, const cairo_path_t *path, double scale) {
  double start_x = 0, start_y = 0, x = 0, y = 0;
  bool is_first = true, is_round = tracer->pen && tracer->pen->cap == CAIRO_LINE_CAP_ROUND;
  for (int i = 0; i < path->num_data; i += path->data[i].header.length) {
    const cairo_path_data_t *data = path->data + i;
    bool is_line = data->header.type == CAIRO_PATH_LINE_TO;
    double to_x = is_line ? data[1].point.x * scale : start_x, to_y = is_line ? data[1].point.y * scale : start_y;
    if (data->header.type == CAIRO_PATH_MOVE_TO) {
      // Filled paths are closed.
      if (!tracer->pen) add_line(tracer->band, x, y, start_x, start_y);
      else if (is_round && !is_first) add_dot(tracer, x, y);
      start_x = x = data[1].point.x * scale, start_y = y = data[1].point.y * scale;
      is_first = true;
      continue;
    }
    add_side(tracer, x, y, to_x, to_y, !is_first || is_round);
    is_first = false;
    x = to_x, y = to_y;
  }
  if (!tracer->pen) add_line(tracer->band, x, y, start_x, start_y);
  else if (is_round && !is_first) add_dot(tracer, x, y);
}

static bool cover(const cv_target *target, const cv_op *op, const cairo_path_t *path, uint8_t *alpha, size_t stride,
                  const cv_box *box) {
  int width = (int)(box->right - box->left), height = (int)(box->bottom - box->top);
  int rows = (int)cv_within(band_pixels / width, 1, height);
  size_t row = (size_t)width + 2;
  band band = {.changes = malloc(row * (size_t)rows * sizeof(float)), .left = box->left, .width = width};
  if (!band.changes) return false;
  tracer tracer = {.band = &band};
  if (op->kind == cv_op_stroke) set_pen(&tracer, op->pen, target->scale);
  for (int top = 0; top < height; top += rows) {
    band.top = box->top + top;
    band.height = rows < height - top ? rows : height - top;
    memset(band.changes, 0, row * (size_t)band.height * sizeof(float));
    trace(&tracer, path, target->scale);
    finish(&band, alpha + (size_t)top * stride, stride, op->kind == cv_op_fill && op->path->is_even_odd);
  }
  free(band.changes);
  return true;
}

void cv_paint_dense(const cv_target *target, const cv_op *op) {
  cv_box box = cv_op_box(target, op), all = target->bounds;
  box = (cv_box){floor(fmax(box.left, all.left)), floor(fmax(box.top, all.top)), ceil(fmin(box.right, all.right)),
                 ceil(fmin(box.bottom, all.bottom))};
  bool is_stroke = op->kind == cv_op_stroke;
  if (!(box.right > box.left && box.bottom > box.top)) return;
  if (is_stroke && (!cv_is_usable(&op->pen->matrix) || !(op->pen->width > 0) || !isfinite(op->pen->width))) return;
  if (is_stroke) cv_add_stroke_path(target, op->path, op->pen);
  else cv_add_fill_path(target, op->path);
  cairo_t *cairo = target->cairo;
  cairo_path_t *path = cv.cairo_copy_path_flat(cairo);
  cv.cairo_new_path(cairo);
  cairo_surface_t *alpha = cv.cairo_image_surface_create(CAIRO_FORMAT_A8, (int)(box.right - box.left),
                                                         (int)(box.bottom - box.top));
  uint8_t *to = cv.cairo_image_surface_get_data(alpha);
  if (path->status == CAIRO_STATUS_SUCCESS && to
      && cover(target, op, path, to, (size_t)cv.cairo_image_surface_get_stride(alpha), &box)) {
    cv.cairo_surface_mark_dirty(alpha);
    cv.cairo_surface_set_device_offset(alpha, -box.left, -box.top);
    cv_put_alpha(target, alpha);
  }
  cv.cairo_path_destroy(path);
  cv.cairo_surface_destroy(alpha);
}
