// The calls that paint or clip.
#include "cv_internal.h"

#include <math.h>

void cv_fill(cv_canvas *canvas, const cv_path *path, const cv_paint *paint, const cv_blend *blend) {
  cv_op op = {.kind = cv_op_fill, .path = path, .paint = paint};
  cv_paint_op(canvas, &op, blend);
}

void cv_stroke(cv_canvas *canvas, const cv_path *path, const cv_pen *pen, const cv_paint *paint,
               const cv_blend *blend) {
  if (!cv_is_usable(&pen->matrix)) return;
  cv_op op = {.kind = cv_op_stroke, .path = path, .pen = pen, .paint = paint};
  cv_paint_op(canvas, &op, blend);
}

void cv_fill_all(cv_canvas *canvas, const cv_paint *paint, const cv_blend *blend) {
  cv_op op = {.kind = cv_op_all, .paint = paint};
  cv_paint_op(canvas, &op, blend);
}

// Whether an operation is visible, and within Cairo's range.
static bool is_seen(const cv_target *target, const cv_op *op) {
  cv_box box = cv_op_box(target, op), all = target->bounds;
  return box.left < all.right && box.right > all.left && box.top < all.bottom && box.bottom > all.top;
}

void cv_draw_image(cv_canvas *canvas, const cv_image *image, double x, double y, double width, double height,
                   const cv_matrix *matrix, bool is_smooth, const cv_blend *blend) {
  cv_op op = {.kind = cv_op_image, .image = image, .x = x, .y = y, .width = width, .height = height,
              .matrix = matrix, .is_smooth = is_smooth};
  bool is_finite = isfinite(x) && isfinite(y) && isfinite(width) && isfinite(height);
  if (!is_finite || width == 0 || height == 0 || !cv_is_usable(matrix)) return;
  if (blend->has_shadow || is_seen(&canvas->target, &op)) cv_paint_op(canvas, &op, blend);
}

void cv_draw_text(cv_canvas *canvas, const cv_text *text, const cv_matrix *matrix, const cv_paint *paint,
                  const cv_blend *blend) {
  if (!cv_is_usable(matrix)) return;
  double zoom;
  PangoLayout *layout = cv_layout(text, &zoom);
  if (!layout) return;
  cv_op op = {.kind = cv_op_text, .text = text, .layout = layout, .matrix = matrix, .paint = paint, .width = zoom};
  if (!blend->has_shadow && !is_seen(&canvas->target, &op)) return;
  cv_paint_op(canvas, &op, blend);
}

void cv_clip(cv_canvas *canvas, const cv_path *path) {
  cairo_t *cairo = canvas->target.cairo;
  cv_add_fill_path(&canvas->target, path);
  cv.cairo_set_fill_rule(cairo, path->is_even_odd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING);
  cv.cairo_clip(cairo);
}

void cv_end_layer(cv_canvas *canvas, const cv_blend *blend) {
  size_t at = canvas->open_count;
  while (at > 0 && canvas->open[at - 1] == 's') at--;
  if (at == 0) return;
  while (canvas->open_count > at) cv_restore(canvas);
  canvas->open_count--;
  if (canvas->open[at - 1] == 'n') return;
  canvas->layer_pixels -= canvas->layer_sizes[--canvas->layer_count];
  cairo_pattern_t *layer = cv.cairo_pop_group(canvas->target.cairo);
  cv_op op = {.kind = cv_op_layer, .layer = layer};
  cv_paint_op(canvas, &op, blend);
  cv.cairo_pattern_destroy(layer);
}
