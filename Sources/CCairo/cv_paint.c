// One thing painted: its colours, its shape, and how it joins what is there.
#include "cv_internal.h"

#include <math.h>
#include <string.h>

// --- Colours ---------------------------------------------------------------------------------------------------

static void add_stop(cairo_pattern_t *pattern, double offset, cv_color color, double alpha) {
  cv.cairo_pattern_add_color_stop_rgba(pattern, offset, color.red, color.green, color.blue, color.alpha * alpha);
}

// Sets what is painted with; false when it is nothing. The matrix of Cairo is the canvas's own.
static bool set_paint(cairo_t *cairo, const cv_paint *paint, double alpha) {
  if (paint->kind == cv_solid) {
    cv_color c = paint->color;
    cv.cairo_set_source_rgba(cairo, c.red, c.green, c.blue, c.alpha * alpha);
    return true;
  }
  const double places[] = {paint->from_x, paint->from_y, paint->from_radius,
                           paint->to_x,   paint->to_y,   paint->to_radius};
  for (size_t i = 0; i < sizeof places / sizeof *places; i++)
    if (!(fabs(places[i]) < 1e9)) return false;
  if (paint->stop_count == 0 || !cv_is_usable(&paint->matrix)) return false;
  bool is_linear = paint->kind == cv_linear;
  bool is_point = paint->from_x == paint->to_x && paint->from_y == paint->to_y
                  && (is_linear || paint->from_radius == paint->to_radius);
  if (is_point || (!is_linear && !(paint->from_radius >= 0 && paint->to_radius >= 0))) return false;
  cairo_pattern_t *pattern =
      is_linear ? cv.cairo_pattern_create_linear(paint->from_x, paint->from_y, paint->to_x, paint->to_y)
                : cv.cairo_pattern_create_radial(paint->from_x, paint->from_y, paint->from_radius, paint->to_x,
                                                 paint->to_y, paint->to_radius);
  // Cairo extends both ends or none: an end that does not go on has a clear stop beyond its last colour.
  bool extends = paint->before || paint->after;
  cv_color clear = {0, 0, 0, 0};
  const cv_stop *stops = paint->stops;
  size_t count = paint->stop_count;
  if (extends && !paint->before) add_stop(pattern, 0, clear, 0);
  add_stop(pattern, 0, stops[0].color, alpha);
  for (size_t i = 0; i < count; i++) add_stop(pattern, stops[i].offset, stops[i].color, alpha);
  add_stop(pattern, 1, stops[count - 1].color, alpha);
  if (extends && !paint->after) add_stop(pattern, 1, clear, 0);
  cv.cairo_pattern_set_extend(pattern, extends ? CAIRO_EXTEND_PAD : CAIRO_EXTEND_NONE);
  cairo_matrix_t matrix = cv_cairo_matrix(&paint->matrix, 1);
  bool is_good = cv.cairo_matrix_invert(&matrix) == CAIRO_STATUS_SUCCESS;
  if (is_good) {
    cv.cairo_pattern_set_matrix(pattern, &matrix);
    cv.cairo_set_source(cairo, pattern);
  }
  cv.cairo_pattern_destroy(pattern);
  return is_good;
}

// --- Shapes ----------------------------------------------------------------------------------------------------

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

// The letters as a path.
static void text_shape(const cv_target *target, const cv_op *op) {
  cv.cairo_new_path(target->cairo);
  cv.cairo_move_to(target->cairo, 0, 0);
  cv.pango_cairo_layout_path(target->cairo, op->layout);
  cv.cairo_set_fill_rule(target->cairo, CAIRO_FILL_RULE_WINDING);
}

static void run_text(const cv_target *target, const cv_op *op) {
  cairo_t *cairo = target->cairo;
  cairo_matrix_t base;
  cv.cairo_get_matrix(cairo, &base);
  if (op->text->has_halo && op->text->halo_width > 0 && op->text->halo_width < 1e4) {
    cv_paint halo = {.kind = cv_solid, .color = op->text->halo};
    set_paint(cairo, &halo, op->alpha);
    set_text_matrix(target, op);
    text_shape(target, op);
    cv.cairo_set_line_width(cairo, 2 * op->text->halo_width / op->width);
    cv.cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    cv.cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
    cv.cairo_set_dash(cairo, NULL, 0, 0);
    cv.cairo_stroke(cairo);
    cv.cairo_set_matrix(cairo, &base);
  }
  if (!set_paint(cairo, op->paint, op->alpha)) return;
  set_text_matrix(target, op);
  if (op->as_outlines) {
    text_shape(target, op);
    cv.cairo_fill(cairo);
  } else {
    cv.cairo_move_to(cairo, 0, 0);
    cv.pango_cairo_show_layout(cairo, op->layout);
  }
  cv.cairo_set_matrix(cairo, &base);
  cv.cairo_new_path(cairo);
}

static void run_image(const cv_target *target, const cv_op *op) {
  cairo_t *cairo = target->cairo;
  cairo_matrix_t base, matrix = cv_cairo_matrix(op->matrix, 1);
  cv.cairo_get_matrix(cairo, &base);
  cairo_pattern_t *pattern = cv.cairo_pattern_create_for_surface(op->image->surface);
  // The rect's coordinates, then pixels of the image.
  cairo_matrix_t place = {op->width / op->image->width, 0, 0, op->height / op->image->height, op->x, op->y};
  cv.cairo_matrix_multiply(&matrix, &place, &matrix);
  cairo_matrix_t whole, back;
  cv.cairo_matrix_multiply(&whole, &matrix, &base);
  back = whole;
  if (cv.cairo_matrix_invert(&back) == CAIRO_STATUS_SUCCESS && fabs(whole.xx * whole.yy - whole.xy * whole.yx) > 1e-12) {
    cv.cairo_set_matrix(cairo, &whole);
    cv.cairo_pattern_set_filter(pattern, op->is_smooth ? CAIRO_FILTER_GOOD : CAIRO_FILTER_NEAREST);
    // Its edge does not fade into what is around it.
    cv.cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD);
    cv.cairo_set_source(cairo, pattern);
    cv.cairo_new_path(cairo);
    cv.cairo_rectangle(cairo, 0, 0, op->image->width, op->image->height);
    if (op->alpha >= 1) {
      cv.cairo_fill(cairo);
    } else {
      cv.cairo_save(cairo);
      cv.cairo_clip(cairo);
      cv.cairo_paint_with_alpha(cairo, op->alpha);
      cv.cairo_restore(cairo);
    }
    cv.cairo_set_matrix(cairo, &base);
  }
  cv.cairo_pattern_destroy(pattern);
}

void cv_run_op(const cv_target *target, const cv_op *op) {
  cairo_t *cairo = target->cairo;
  switch (op->kind) {
  case cv_op_fill:
    if (!set_paint(cairo, op->paint, op->alpha)) return;
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
    if (!set_paint(cairo, op->paint, share >= 0 ? op->alpha * share : op->alpha)) return;
    stroke_shape(target, &stroke);
    break;
  }
  case cv_op_all:
    if (!set_paint(cairo, op->paint, op->alpha)) return;
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

// --- How -------------------------------------------------------------------------------------------------------

enum { source_in = 18, source_out = 19, destination_in = 22, destination_atop = 24, plus_darker = 26, modes = 28 };

// In the order of CGBlendMode.
static const cairo_operator_t operators[modes] = {
    CAIRO_OPERATOR_OVER,       CAIRO_OPERATOR_MULTIPLY,    CAIRO_OPERATOR_SCREEN,         CAIRO_OPERATOR_OVERLAY,
    CAIRO_OPERATOR_DARKEN,     CAIRO_OPERATOR_LIGHTEN,     CAIRO_OPERATOR_COLOR_DODGE,    CAIRO_OPERATOR_COLOR_BURN,
    CAIRO_OPERATOR_SOFT_LIGHT, CAIRO_OPERATOR_HARD_LIGHT,  CAIRO_OPERATOR_DIFFERENCE,     CAIRO_OPERATOR_EXCLUSION,
    CAIRO_OPERATOR_HSL_HUE,    CAIRO_OPERATOR_HSL_SATURATION, CAIRO_OPERATOR_HSL_COLOR,   CAIRO_OPERATOR_HSL_LUMINOSITY,
    CAIRO_OPERATOR_CLEAR,      CAIRO_OPERATOR_SOURCE,      CAIRO_OPERATOR_IN,             CAIRO_OPERATOR_OUT,
    CAIRO_OPERATOR_ATOP,       CAIRO_OPERATOR_DEST_OVER,   CAIRO_OPERATOR_DEST_IN,        CAIRO_OPERATOR_DEST_OUT,
    CAIRO_OPERATOR_DEST_ATOP,  CAIRO_OPERATOR_XOR,         CAIRO_OPERATOR_MULTIPLY,       CAIRO_OPERATOR_ADD,
};

void cv_paint_op(cv_canvas *canvas, cv_op *op, const cv_blend *blend) {
  double alpha = blend->alpha;
  if (!(alpha >= 0)) return;
  op->alpha = alpha < 1 ? alpha : 1;
  op->as_outlines = canvas->kind == cv_bitmap;
  if (blend->has_shadow) cv_paint_shadow(canvas, op, blend);
  cairo_t *cairo = canvas->target.cairo;
  int mode = blend->mode >= 0 && blend->mode < modes ? blend->mode : 0;
  cv.cairo_set_operator(cairo, operators[mode]);
  cv_run_op(&canvas->target, op);
  cv.cairo_set_operator(cairo, CAIRO_OPERATOR_OVER);
}

// --- The calls -------------------------------------------------------------------------------------------------

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

// Whether a thing can be seen at all, and is not so large that Cairo would lose its way.
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
