// Paints one shape, image or layer with Cairo. Letters are in cv_letters.c, a layer above.
#include "cv_internal.h"

#include <math.h>
#include <string.h>

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

// Pixels of the device to one of an image: beyond the first, Cairo gets only the visible part, as its
// matrices have 16.16 bits; beyond the second nothing is painted.
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

// The visible part of an image, with the pixels around it: a highly magnified image would exceed Cairo's
// range. The matrix is that of the image's pixels. NULL if nothing is visible.
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
  // Its edge does not blend with its surroundings.
  cv.cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD);
  cv.cairo_set_source(cairo, pattern);
  cv.cairo_pattern_destroy(pattern);
  if (part) cv.cairo_surface_destroy(part);
  cv.cairo_set_matrix(cairo, &base);
  // Its rect as a path, which may be very large.
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

void cv_run_shape(const cv_target *target, const cv_op *op) {
  cairo_t *cairo = target->cairo;
  switch (op->kind) {
  case cv_op_fill:
    if (!cv_has_source(target, op, op->alpha)) return;
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
    if (!cv_has_source(target, op, share >= 0 ? op->alpha * share : op->alpha)) return;
    if (op->as_outlines && cv_is_dense(target, op->path, true)) cv_paint_dense(target, &stroke);
    else stroke_shape(target, &stroke);
    break;
  }
  case cv_op_all:
    if (!cv_has_source(target, op, op->alpha)) return;
    cv.cairo_paint(cairo);
    break;
  case cv_op_image: run_image(target, op); break;
  case cv_op_text: break;
  case cv_op_layer: {
    // The layer is in pixels of the device.
    cv.cairo_set_source(cairo, op->layer);
    cv.cairo_paint_with_alpha(cairo, op->alpha);
    break;
  }
  }
}
