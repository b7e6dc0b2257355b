// One thing to paint: its shape, where it lies, and its place among Cairo's calls.
#include "cv_internal.h"

#include <math.h>
#include <string.h>

// --- Shapes ----------------------------------------------------------------------------------------------------

static bool has_source(cairo_t *cairo, const cv_op *op, double alpha) {
  return op->source != NULL || cv_set_source(cairo, op->paint, alpha);
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

// Lines around the letters, under them.
static void run_halo(const cv_target *target, const cv_op *op) {
  cairo_t *cairo = target->cairo;
  cv_paint halo = {.kind = cv_solid, .color = op->text->halo};
  cv_set_source(cairo, &halo, op->alpha);
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
  bool has_halo = !op->source && op->text->has_halo && op->text->halo_width > 0 && op->text->halo_width < 1e4;
  if (has_halo) {
    if (op->as_outlines && cv_run_haloed_text(target, op)) return;
    run_halo(target, op);
  }
  cairo_t *cairo = target->cairo;
  if (!has_source(cairo, op, op->alpha)) return;
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

// The part of an image that can be seen, with the pixels around it: all of one that is magnified very much would reach
// further than Cairo can count. The matrix is that of the image's pixels. NULL where nothing is seen.
static cairo_surface_t *seen_part(cairo_t *cairo, const cv_image *image, int *left, int *top, int *width, int *height) {
  double x1, y1, x2, y2;
  cv.cairo_clip_extents(cairo, &x1, &y1, &x2, &y2);
  *left = (int)fmax(0, floor(x1) - 2), *top = (int)fmax(0, floor(y1) - 2);
  *width = (int)fmin(image->width, ceil(x2) + 2) - *left, *height = (int)fmin(image->height, ceil(y2) + 2) - *top;
  if (*width <= 0 || *height <= 0) return NULL;
  cairo_surface_t *part = cv.cairo_image_surface_create(CAIRO_FORMAT_ARGB32, *width, *height);
  unsigned char *pixels = cv.cairo_image_surface_get_data(part);
  if (pixels) {
    int stride = cv.cairo_image_surface_get_stride(part);
    const unsigned char *source = (const unsigned char *)image->pixels + (size_t)*top * image->stride + (size_t)*left * 4;
    for (int row = 0; row < *height; row++)
      memcpy(pixels + (size_t)row * stride, source + (size_t)row * image->stride, (size_t)*width * 4);
    cv.cairo_surface_mark_dirty(part);
  }
  return part;
}

static const double great_magnification = 64;

static void run_image(const cv_target *target, const cv_op *op) {
  cairo_t *cairo = target->cairo;
  cairo_matrix_t base, matrix = cv_cairo_matrix(op->matrix, 1);
  cv.cairo_get_matrix(cairo, &base);
  // The rect's coordinates, then pixels of the image.
  cairo_matrix_t place = {op->width / op->image->width, 0, 0, op->height / op->image->height, op->x, op->y};
  cv.cairo_matrix_multiply(&matrix, &place, &matrix);
  cairo_matrix_t whole, back;
  cv.cairo_matrix_multiply(&whole, &matrix, &base);
  back = whole;
  if (cv.cairo_matrix_invert(&back) == CAIRO_STATUS_SUCCESS && fabs(whole.xx * whole.yy - whole.xy * whole.yx) > 1e-12) {
    cv.cairo_set_matrix(cairo, &whole);
    int left = 0, top = 0, width = op->image->width, height = op->image->height;
    cairo_surface_t *part = NULL;
    if (hypot(whole.xx, whole.yx) > great_magnification || hypot(whole.xy, whole.yy) > great_magnification) {
      part = seen_part(cairo, op->image, &left, &top, &width, &height);
      if (!part) {
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
    cv.cairo_new_path(cairo);
    cv.cairo_rectangle(cairo, 0, 0, width, height);
    if (op->alpha >= 1) {
      cv.cairo_fill(cairo);
    } else {
      cv.cairo_save(cairo);
      cv.cairo_clip(cairo);
      cv.cairo_paint_with_alpha(cairo, op->alpha);
      cv.cairo_restore(cairo);
    }
    cv.cairo_set_matrix(cairo, &base);
    cv.cairo_pattern_destroy(pattern);
    if (part) cv.cairo_surface_destroy(part);
  }
}

void cv_run_op(const cv_target *target, const cv_op *op) {
  cairo_t *cairo = target->cairo;
  switch (op->kind) {
  case cv_op_fill:
    if (!has_source(cairo, op, op->alpha)) return;
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
    if (!has_source(cairo, op, share >= 0 ? op->alpha * share : op->alpha)) return;
    stroke_shape(target, &stroke);
    break;
  }
  case cv_op_all:
    if (!has_source(cairo, op, op->alpha)) return;
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
