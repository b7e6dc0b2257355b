// Blend modes: how painting combines with the backdrop.
//
// - Source: Porter and Duff 1984; PDF 1.7 §11.3.5 for the mixing modes; CSS Compositing Level 2 for plusDarker.
#include "cv_internal.h"

#include <math.h>
#include <string.h>

enum { source_in = 18, source_out = 19, destination_in = 22, destination_atop = 24, plus_darker = 26, modes = 28 };

// In the order of CGBlendMode.
static const cairo_operator_t operators[modes] = {
    CAIRO_OPERATOR_OVER,       CAIRO_OPERATOR_MULTIPLY,       CAIRO_OPERATOR_SCREEN,    CAIRO_OPERATOR_OVERLAY,
    CAIRO_OPERATOR_DARKEN,     CAIRO_OPERATOR_LIGHTEN,        CAIRO_OPERATOR_COLOR_DODGE, CAIRO_OPERATOR_COLOR_BURN,
    CAIRO_OPERATOR_SOFT_LIGHT, CAIRO_OPERATOR_HARD_LIGHT,     CAIRO_OPERATOR_DIFFERENCE, CAIRO_OPERATOR_EXCLUSION,
    CAIRO_OPERATOR_HSL_HUE,    CAIRO_OPERATOR_HSL_SATURATION, CAIRO_OPERATOR_HSL_COLOR, CAIRO_OPERATOR_HSL_LUMINOSITY,
    CAIRO_OPERATOR_CLEAR,      CAIRO_OPERATOR_SOURCE,         CAIRO_OPERATOR_IN,        CAIRO_OPERATOR_OUT,
    CAIRO_OPERATOR_ATOP,       CAIRO_OPERATOR_DEST_OVER,      CAIRO_OPERATOR_DEST_IN,   CAIRO_OPERATOR_DEST_OUT,
    CAIRO_OPERATOR_DEST_ATOP,  CAIRO_OPERATOR_XOR,
    // plusDarker without pixels to compute with: black stays black, white changes nothing.
    CAIRO_OPERATOR_MULTIPLY,   CAIRO_OPERATOR_ADD,
};

// In these modes Cairo clears the area outside a shape; Core Graphics does not.
static bool clears_around(int mode) {
  return mode == source_in || mode == source_out || mode == destination_in || mode == destination_atop;
}

// The painted pixels, with two copies of the backdrop.
typedef struct {
  cv_target target;
  cairo_surface_t *surface;
  int left, top, width, height;
} patch;

static bool open_patch(const cv_canvas *canvas, const cv_box *box, patch *patch) {
  patch->left = (int)box->left, patch->top = (int)box->top;
  patch->width = (int)(box->right - box->left), patch->height = (int)(box->bottom - box->top);
  double scale = canvas->target.scale;
  patch->surface = cv.cairo_image_surface_create(CAIRO_FORMAT_ARGB32, patch->width, patch->height);
  cv.cairo_surface_set_device_offset(patch->surface, -box->left, -box->top);
  patch->target = (cv_target){cv.cairo_create(patch->surface), scale, *box};
  cairo_matrix_t base = {scale, 0, 0, scale, 0, 0};
  cv.cairo_set_matrix(patch->target.cairo, &base);
  return cv.cairo_status(patch->target.cairo) == CAIRO_STATUS_SUCCESS;
}

static void close_patch(patch *patch) {
  cv.cairo_destroy(patch->target.cairo);
  cv.cairo_surface_destroy(patch->surface);
}

static void copy_what_is_there(const cv_canvas *canvas, patch *patch) {
  cairo_t *cairo = patch->target.cairo;
  cairo_matrix_t before;
  cv.cairo_get_matrix(cairo, &before);
  cv.cairo_identity_matrix(cairo);
  cv.cairo_set_operator(cairo, CAIRO_OPERATOR_SOURCE);
  cv.cairo_set_source_surface(cairo, cv.cairo_get_group_target(canvas->target.cairo), 0, 0);
  cv.cairo_paint(cairo);
  cv.cairo_set_matrix(cairo, &before);
}

// The visible bounds of an operation, in whole pixels.
static bool seen_box(cv_canvas *canvas, const cv_op *op, cv_box *box) {
  double bounds[4], scale = canvas->target.scale;
  cv_clip_bounds(canvas, bounds);
  *box = cv_op_box(&canvas->target, op);
  *box = (cv_box){floor(fmax(box->left, bounds[0] * scale)), floor(fmax(box->top, bounds[1] * scale)),
                  ceil(fmin(box->right, bounds[2] * scale)), ceil(fmin(box->bottom, bounds[3] * scale))};
  return box->right > box->left && box->bottom > box->top;
}

// Copies a patch back within the clip: only where `op` covers, or all of it.
static void put_back(cv_canvas *canvas, const patch *patch, const cv_op *op) {
  cairo_t *cairo = canvas->target.cairo;
  cairo_matrix_t before;
  cv.cairo_get_matrix(cairo, &before);
  cairo_pattern_t *pattern = cv.cairo_pattern_create_for_surface(patch->surface);
  cv.cairo_set_operator(cairo, CAIRO_OPERATOR_SOURCE);
  cv.cairo_identity_matrix(cairo);
  cv.cairo_set_source(cairo, pattern);
  if (op) {
    cv.cairo_set_matrix(cairo, &before);
    cv_op shape = *op;
    shape.source = pattern;
    cv_run_op(&canvas->target, &shape);
  } else {
    cv.cairo_new_path(cairo);
    cv.cairo_rectangle(cairo, patch->left, patch->top, patch->width, patch->height);
    cv.cairo_fill(cairo);
  }
  cv.cairo_pattern_destroy(pattern);
  cv.cairo_set_matrix(cairo, &before);
}

// Blends copies of the pixels, and copies them back only where the operation paints.
static void run_within(cv_canvas *canvas, const cv_op *op, cairo_operator_t operator) {
  cv_box box;
  patch patch;
  if (!seen_box(canvas, op, &box)) return;
  if (open_patch(canvas, &box, &patch)) {
    copy_what_is_there(canvas, &patch);
    cv.cairo_set_operator(patch.target.cairo, operator);
    if (op->paint) {
      if (cv_set_source(&patch.target, op->paint, op->alpha)) cv.cairo_paint(patch.target.cairo);
    } else {
      cv_run_op(&patch.target, op);
    }
    put_back(canvas, &patch, op->paint ? op : NULL);
  }
  close_patch(&patch);
}

// Colors, with alpha multiplied in: max(0, alpha − (what D lacks of white + what S lacks)), alpha = min(1, Da + Sa).
static uint32_t darker(uint32_t d, uint32_t s) {
  int da = (int)(d >> 24), sa = (int)(s >> 24), a = da + sa > 255 ? 255 : da + sa;
  uint32_t mixed = (uint32_t)a << 24;
  for (int shift = 0; shift < 24; shift += 8) {
    int lack = da - (int)(d >> shift & 255) + sa - (int)(s >> shift & 255), c = a - lack;
    mixed |= (uint32_t)(c > 0 ? c : 0) << shift;
  }
  return mixed;
}

static void run_darker(cv_canvas *canvas, const cv_op *op) {
  cv_box box;
  patch there, drawn;
  if (!seen_box(canvas, op, &box)) return;
  bool is_good = open_patch(canvas, &box, &there);
  is_good = open_patch(canvas, &box, &drawn) && is_good;
  if (is_good) {
    copy_what_is_there(canvas, &there);
    cv_run_op(&drawn.target, op);
    cv.cairo_surface_flush(there.surface);
    cv.cairo_surface_flush(drawn.surface);
    uint8_t *to = cv.cairo_image_surface_get_data(there.surface);
    const uint8_t *from = cv.cairo_image_surface_get_data(drawn.surface);
    size_t count = (size_t)cv.cairo_image_surface_get_stride(there.surface) * (size_t)there.height;
    for (size_t i = 0; i < count; i += 4) {
      uint32_t d, s;
      memcpy(&d, to + i, 4);
      memcpy(&s, from + i, 4);
      d = darker(d, s);
      memcpy(to + i, &d, 4);
    }
    cv.cairo_surface_mark_dirty(there.surface);
    put_back(canvas, &there, NULL);
  }
  close_patch(&there);
  close_patch(&drawn);
}

void cv_paint_op(cv_canvas *canvas, cv_op *op, const cv_blend *blend) {
  if (!(blend->alpha >= 0)) return;
  op->alpha = fmin(blend->alpha, 1);
  op->as_outlines = canvas->kind == cv_bitmap;
  if (blend->has_shadow) cv_paint_shadow(canvas, op, blend);
  cairo_t *cairo = canvas->target.cairo;
  int mode = blend->mode >= 0 && blend->mode < modes ? blend->mode : 0;
  if (canvas->kind == cv_bitmap && clears_around(mode)) {
    run_within(canvas, op, operators[mode]);
  } else if (canvas->kind == cv_bitmap && mode == plus_darker) {
    run_darker(canvas, op);
  } else {
    cv.cairo_set_operator(cairo, operators[mode]);
    if (canvas->kind == cv_svg && op->kind == cv_op_text && mode == 0) op->mark = cv_note_text(canvas, op);
    cv_run_op(&canvas->target, op);
  }
  cv.cairo_set_operator(cairo, CAIRO_OPERATOR_OVER);
}
