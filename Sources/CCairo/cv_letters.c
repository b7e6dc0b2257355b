// Text operations, and the dispatch of all operations.
#include "cv_internal.h"

#include <math.h>
#include <stdlib.h>

// Whether FreeType can render letters under a transform; invisibly small ones are not requested.
static bool is_plain_size(const cv_target *target, const cv_op *op, bool *is_seen) {
  double large = cv_stretch(op->matrix), size = op->text->size * target->scale;
  double small = fabs(op->matrix->a * op->matrix->d - op->matrix->b * op->matrix->c) / large;
  *is_seen = large * size > 0.1 && small * size > 0.02;
  return large * size < 3000 && small * size > 0.5 && large < 50 * small;
}

// The letters as a path in points of the canvas; the caller frees verbs and points.
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
    // Cairo numbers its verbs like ours.
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

// Paints letters of any size as ordinary shapes.
static void run_text_as_path(const cv_target *target, const cv_op *op) {
  cv_path path = {0};
  if (text_as_path(op, &path)) {
    cv_op shape = *op;
    shape.path = &path;
    cv_paint halo = {.kind = cv_solid, .color = op->text->halo};
    cv_pen pen = {.width = 2 * op->text->halo_width, .cap = 1, .join = 1, .miter_limit = 10, .matrix = *op->matrix};
    if (cv_has_halo(op)) {
      shape.kind = cv_op_stroke, shape.paint = &halo, shape.pen = &pen;
      cv_run_shape(target, &shape);
    }
    shape.kind = cv_op_fill, shape.paint = op->paint;
    cv_run_shape(target, &shape);
  }
  free((void *)path.verbs);
  free((void *)path.points);
}

// Sets the source of letters or of their halo, marked if they have a mark; false if nothing would be painted.
static bool set_text_source(const cv_target *target, const cv_op *op, bool is_halo) {
  if (!op->mark && !is_halo) return cv_has_source(target, op, op->alpha);
  cv_paint paint = {.kind = cv_solid, .color = is_halo ? op->text->halo : op->paint->color};
  if (op->mark) {
    // Cairo keeps a source that hardly differs from the new one.
    cv.cairo_set_source_rgba(target->cairo, 0, 0, 0, 0);
    paint.color = cv_marked(paint.color, op->mark, is_halo);
  }
  return cv_set_source(target, &paint, op->alpha);
}

// Lines around the letters, under them.
static void run_halo(const cv_target *target, const cv_op *op) {
  cairo_t *cairo = target->cairo;
  set_text_source(target, op, true);
  cv_add_text_path(target, op);
  cairo_matrix_t base;
  cv.cairo_get_matrix(cairo, &base);
  cv_set_text_matrix(target, op);
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
  if (cv_has_halo(op)) {
    if (op->as_outlines && cv_run_haloed_text(target, op)) return;
    run_halo(target, op);
  }
  cairo_t *cairo = target->cairo;
  if (!set_text_source(target, op, false)) return;
  if (op->as_outlines) {
    cv_add_text_path(target, op);
    cv.cairo_fill(cairo);
    return;
  }
  cairo_matrix_t base;
  cv.cairo_get_matrix(cairo, &base);
  cv_set_text_matrix(target, op);
  cv.cairo_move_to(cairo, 0, 0);
  cv.pango_cairo_show_layout(cairo, op->layout);
  cv.cairo_set_matrix(cairo, &base);
  cv.cairo_new_path(cairo);
}

void cv_run_op(const cv_target *target, const cv_op *op) {
  if (op->kind == cv_op_text) run_text(target, op);
  else cv_run_shape(target, op);
}
