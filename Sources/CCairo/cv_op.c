// One thing to paint: its shape, where it lies, and its place among Cairo's calls.
#include "cv_internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// --- Shapes ----------------------------------------------------------------------------------------------------

static bool has_source(const cv_target *target, const cv_op *op, double alpha) {
  return op->source != NULL || cv_set_source(target, op->paint, alpha);
}

static void fill_shape(const cv_target *target, const cv_op *op) {
  cv_add_fill_path(target, op->path);
  cv.cairo_set_fill_rule(target->cairo,
                         op->path->is_even_odd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING);
}

static void stroke_shape(const cv_target *target, const cv_op *op) {
  cairo_matrix_t base;
  cv.cairo_get_matrix(target->cairo, &base);
  cv_add_stroke_path(target, op->path, op->pen);
  if (cv_set_pen(target->cairo, op->pen, target->scale)) cv.cairo_stroke(target->cairo);
  cv.cairo_set_matrix(target->cairo, &base);
}

static void set_text_matrix(const cv_target *target, const cv_op *op) {
  cairo_matrix_t base, matrix = cv_cairo_matrix(op->matrix, 1);
  cv.cairo_get_matrix(target->cairo, &base);
  cv.cairo_matrix_multiply(&matrix, &matrix, &base);
  matrix.xx *= op->width, matrix.yx *= op->width, matrix.xy *= op->width, matrix.yy *= op->width;
  cv.cairo_set_matrix(target->cairo, &matrix);
}

void cv_add_text_path(const cv_target *target, const cv_op *op) {
  cairo_matrix_t base;
  cv.cairo_get_matrix(target->cairo, &base);
  set_text_matrix(target, op);
  cv.cairo_new_path(target->cairo);
  cv.cairo_move_to(target->cairo, 0, 0);
  cv.pango_cairo_layout_path(target->cairo, op->layout);
  cv.cairo_set_fill_rule(target->cairo, CAIRO_FILL_RULE_WINDING);
  cv.cairo_set_matrix(target->cairo, &base);
}

// Whether FreeType can make letters under a transform; what is smaller than can be seen is not asked for.
static bool is_plain_size(const cv_target *target, const cv_op *op, bool *is_seen) {
  double large = cv_stretch(op->matrix), size = op->text->size * target->scale;
  double small = fabs(op->matrix->a * op->matrix->d - op->matrix->b * op->matrix->c) / large;
  *is_seen = large * size > 0.1 && small * size > 0.02;
  return large * size < 3000 && small * size > 0.5 && large < 50 * small;
}

// The letters as a path in points of the canvas; its verbs and points are to be freed.
static bool text_as_path(const cv_op *op, cv_path *path) {
  cairo_surface_t *surface = cv.cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1);
  cairo_t *cairo = cv.cairo_create(surface);
  cv.pango_cairo_layout_path(cairo, op->layout);
  cairo_path_t *letters = cv.cairo_copy_path(cairo);
  uint8_t *verbs = malloc((size_t)letters->num_data + 1);
  double *points = malloc(((size_t)letters->num_data + 1) * 2 * sizeof *points);
  size_t count = 0, place = 0;
  const cv_matrix *m = op->matrix;
  for (int i = 0; verbs && points && i < letters->num_data; i += letters->data[i].header.length) {
    // Cairo's verbs are numbered as ours.
    verbs[count++] = (uint8_t)letters->data[i].header.type;
    for (int j = 1; j < letters->data[i].header.length; j++) {
      double x = letters->data[i + j].point.x * op->width, y = letters->data[i + j].point.y * op->width;
      points[place++] = m->a * x + m->c * y + m->tx;
      points[place++] = m->b * x + m->d * y + m->ty;
    }
  }
  *path = (cv_path){.verbs = verbs, .points = points, .verb_count = count};
  cv.cairo_path_destroy(letters);
  cv.cairo_destroy(cairo);
  cv.cairo_surface_destroy(surface);
  return verbs && points;
}

static bool has_halo(const cv_op *op) {
  return !op->source && op->text->has_halo && op->text->halo_width > 0 && op->text->halo_width < 1e4;
}

// Letters of any size as shapes like all others.
static void run_text_as_path(const cv_target *target, const cv_op *op) {
  cv_path path = {0};
  if (text_as_path(op, &path)) {
    cv_op shape = *op;
    shape.path = &path;
    cv_paint halo = {.kind = cv_solid, .color = op->text->halo};
    cv_pen pen = {.width = 2 * op->text->halo_width, .cap = 1, .join = 1, .miter_limit = 10, .matrix = *op->matrix};
    if (has_halo(op)) {
      shape.kind = cv_op_stroke, shape.paint = &halo, shape.pen = &pen;
      cv_run_op(target, &shape);
    }
    shape.kind = cv_op_fill, shape.paint = op->paint;
    cv_run_op(target, &shape);
  }
  free((void *)path.verbs);
  free((void *)path.points);
}

// Lines around the letters, under them.
static void run_halo(const cv_target *target, const cv_op *op) {
  cairo_t *cairo = target->cairo;
  cv_paint halo = {.kind = cv_solid, .color = op->text->halo};
  cv_set_source(target, &halo, op->alpha);
  cv_add_text_path(target, op);
  cairo_matrix_t base;
  cv.cairo_get_matrix(cairo, &base);
  set_text_matrix(target, op);
  cv.cairo_set_line_width(cairo, 2 * op->text->halo_width / op->width);
  cv.cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
  cv.cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
  cv.cairo_set_dash(cairo, NULL, 0, 0);
  cv.cairo_stroke(cairo);
  cv.cairo_set_matrix(cairo, &base);
}

static void run_text(const cv_target *target, const cv_op *op) {
  bool is_seen;
  if (!is_plain_size(target, op, &is_seen)) {
    if (is_seen) run_text_as_path(target, op);
    return;
  }
  if (has_halo(op)) {
    if (op->as_outlines && cv_run_haloed_text(target, op)) return;
    run_halo(target, op);
  }
  cairo_t *cairo = target->cairo;
  if (!has_source(target, op, op->alpha)) return;
  if (op->as_outlines) {
    cv_add_text_path(target, op);
    cv.cairo_fill(cairo);
    return;
  }
  cairo_matrix_t base;
  cv.cairo_get_matrix(cairo, &base);
  set_text_matrix(target, op);
  cv.cairo_move_to(cairo, 0, 0);
  cv.pango_cairo_show_layout(cairo, op->layout);
  cv.cairo_set_matrix(cairo, &base);
  cv.cairo_new_path(cairo);
}

// Pixels of the device to one of an image: beyond the first only the part that can be seen is handed to Cairo, whose
// matrices have 16.16 bits; beyond the second nothing is.
static const double great_magnification = 64, most_enlarged = 1e7;
// Pixels of an image to one of the device.
static const double most_reduced = 2e4;

static bool image_matrix(const cv_target *target, const cv_op *op, cairo_matrix_t *whole) {
  const cv_matrix *m = op->matrix;
  double x = op->width / op->image->width, y = op->height / op->image->height;
  cv_matrix all = {m->a * x, m->b * x, m->c * y, m->d * y, m->a * op->x + m->c * op->y + m->tx,
                   m->b * op->x + m->d * op->y + m->ty};
  if (!cv_is_usable(&all)) return false;
  double large = cv_stretch(&all), small = fabs(all.a * all.d - all.b * all.c) / large;
  *whole = cv_cairo_matrix(&all, target->scale);
  return large * target->scale < most_enlarged && small * target->scale > 1 / most_reduced
         && fabs(whole->x0) < 1e12 && fabs(whole->y0) < 1e12;
}

// The part of an image that can be seen, with the pixels around it: all of one that is magnified very much would reach
// further than Cairo can count. The matrix is that of the image's pixels. NULL where nothing is seen.
static cairo_surface_t *seen_part(cairo_t *cairo, const cv_image *image, int *left, int *top) {
  double x1, y1, x2, y2;
  cv.cairo_clip_extents(cairo, &x1, &y1, &x2, &y2);
  *left = (int)fmax(0, floor(x1) - 2), *top = (int)fmax(0, floor(y1) - 2);
  int width = (int)fmin(image->width, ceil(x2) + 2) - *left, height = (int)fmin(image->height, ceil(y2) + 2) - *top;
  if (width <= 0 || height <= 0) return NULL;
  cairo_surface_t *part = cv.cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height);
  unsigned char *pixels = cv.cairo_image_surface_get_data(part);
  if (pixels) {
    int stride = cv.cairo_image_surface_get_stride(part);
    const unsigned char *source = (const unsigned char *)image->pixels + (size_t)*top * image->stride + (size_t)*left * 4;
    for (int row = 0; row < height; row++)
      memcpy(pixels + (size_t)row * stride, source + (size_t)row * image->stride, (size_t)width * 4);
    cv.cairo_surface_mark_dirty(part);
  }
  return part;
}

static void run_image(const cv_target *target, const cv_op *op) {
  cairo_t *cairo = target->cairo;
  cairo_matrix_t base, whole;
  if (!image_matrix(target, op, &whole)) return;
  cv_box box = cv_op_box(target, op), all = target->bounds;
  if (box.left > all.right || box.right < all.left || box.top > all.bottom || box.bottom < all.top) return;
  cv.cairo_get_matrix(cairo, &base);
  cv.cairo_set_matrix(cairo, &whole);
  cairo_surface_t *part = NULL;
  if (hypot(whole.xx, whole.yx) > great_magnification || hypot(whole.xy, whole.yy) > great_magnification) {
    int left, top;
    if (!(part = seen_part(cairo, op->image, &left, &top))) {
      cv.cairo_set_matrix(cairo, &base);
      return;
    }
    cv.cairo_translate(cairo, left, top);
  }
  cairo_pattern_t *pattern = cv.cairo_pattern_create_for_surface(part ? part : op->image->surface);
  cv.cairo_pattern_set_filter(pattern, op->is_smooth ? CAIRO_FILTER_GOOD : CAIRO_FILTER_NEAREST);
  // Its edge does not fade into what is around it.
  cv.cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD);
  cv.cairo_set_source(cairo, pattern);
  cv.cairo_pattern_destroy(pattern);
  if (part) cv.cairo_surface_destroy(part);
  cv.cairo_set_matrix(cairo, &base);
  // Its rect as a path, which may reach far.
  const cv_matrix *m = op->matrix;
  double corners[8];
  for (int corner = 0; corner < 4; corner++) {
    double x = corner == 1 || corner == 2 ? op->x + op->width : op->x;
    double y = corner >= 2 ? op->y + op->height : op->y;
    corners[2 * corner] = m->a * x + m->c * y + m->tx;
    corners[2 * corner + 1] = m->b * x + m->d * y + m->ty;
  }
  cv_path path = {.verbs = (const uint8_t[]){0, 1, 1, 1, 3}, .points = corners, .verb_count = 5};
  cv_add_fill_path(target, &path);
  if (op->alpha >= 1) {
    cv.cairo_fill(cairo);
    return;
  }
  cv.cairo_save(cairo);
  cv.cairo_clip(cairo);
  cv.cairo_paint_with_alpha(cairo, op->alpha);
  cv.cairo_restore(cairo);
}

void cv_run_op(const cv_target *target, const cv_op *op) {
  cairo_t *cairo = target->cairo;
  switch (op->kind) {
  case cv_op_fill:
    if (!has_source(target, op, op->alpha)) return;
    if (op->as_outlines && cv_is_dense(target, op->path, false)) {
      cv_paint_dense(target, op);
      break;
    }
    fill_shape(target, op);
    cv.cairo_fill(cairo);
    break;
  case cv_op_stroke: {
    double share = cv_dash_share(op->pen, target->scale);
    cv_pen pen = *op->pen;
    cv_op stroke = *op;
    if (share >= 0) {
      // Dashes too fine to be seen make the line paler.
      pen.dash_count = 0;
      stroke.pen = &pen;
    }
    if (!has_source(target, op, share >= 0 ? op->alpha * share : op->alpha)) return;
    if (op->as_outlines && cv_is_dense(target, op->path, true)) cv_paint_dense(target, &stroke);
    else stroke_shape(target, &stroke);
    break;
  }
  case cv_op_all:
    if (!has_source(target, op, op->alpha)) return;
    cv.cairo_paint(cairo);
    break;
  case cv_op_image: run_image(target, op); break;
  case cv_op_text: run_text(target, op); break;
  case cv_op_layer: {
    // The layer is in pixels of the device.
    cv.cairo_set_source(cairo, op->layer);
    cv.cairo_paint_with_alpha(cairo, op->alpha);
    break;
  }
  }
}

// --- Where -----------------------------------------------------------------------------------------------------

static cv_box box_of_rect(const cv_matrix *m, double scale, double x, double y, double width, double height) {
  cv_box box = {INFINITY, INFINITY, -INFINITY, -INFINITY};
  for (int corner = 0; corner < 4; corner++) {
    double px = corner & 1 ? x + width : x, py = corner & 2 ? y + height : y;
    double qx = (m->a * px + m->c * py + m->tx) * scale, qy = (m->b * px + m->d * py + m->ty) * scale;
    box = (cv_box){fmin(box.left, qx), fmin(box.top, qy), fmax(box.right, qx), fmax(box.bottom, qy)};
  }
  return box;
}

cv_box cv_op_box(const cv_target *target, const cv_op *op) {
  cv_box box = target->bounds;
  double reach = 2;
  switch (op->kind) {
  case cv_op_stroke: reach += cv_pen_reach(op->pen, target->scale); // fall through
  case cv_op_fill:
    box = cv_path_box(op->path);
    box = (cv_box){box.left * target->scale, box.top * target->scale, box.right * target->scale,
                   box.bottom * target->scale};
    break;
  case cv_op_image: box = box_of_rect(op->matrix, target->scale, op->x, op->y, op->width, op->height); break;
  case cv_op_text: {
    PangoRectangle ink;
    cv.pango_layout_get_extents(op->layout, &ink, NULL);
    double unit = op->width / PANGO_SCALE, halo = op->text->has_halo ? op->text->halo_width : 0;
    box = box_of_rect(op->matrix, target->scale, ink.x * unit - halo, ink.y * unit - halo,
                      ink.width * unit + 2 * halo, ink.height * unit + 2 * halo);
    break;
  }
  default: break;
  }
  return (cv_box){box.left - reach, box.top - reach, box.right + reach, box.bottom + reach};
}
