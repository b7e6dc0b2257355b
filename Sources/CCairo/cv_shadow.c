// Shadows: the alpha of the painting, offset, blurred and in one color.
#include "cv_internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// The limit of a shadow in pixels; a larger one is left out.
static const double most_pixels = 1 << 25;
// The limit of a shadow's blur in pixels.
static const double softest = 256;

void cv_paint_shadow(cv_canvas *canvas, const cv_op *op, const cv_blend *blend) {
  const cv_target *target = &canvas->target;
  // In a document it is a separate picture, with two pixels per point.
  double finer = canvas->kind == cv_bitmap ? 1 : 2;
  double scale = target->scale * finer, blur = blend->shadow_blur * scale;
  double dx = blend->shadow_x * scale, dy = blend->shadow_y * scale;
  if (!(blur >= 0) || !isfinite(dx) || !isfinite(dy) || !(blend->shadow.alpha > 0)) return;
  blur = fmin(blur, softest);
  dx = fmax(-1e5, fmin(1e5, round(dx)));
  dy = fmax(-1e5, fmin(1e5, round(dy)));
  double edge = ceil(blur) * 2 + 2;
  // The visible part of the shadow, and the part that casts it.
  double bounds[4];
  cv_clip_bounds(canvas, bounds);
  cv_box box = cv_op_box(target, op);
  double left = fmax(bounds[0] * scale - edge - dx, box.left * finer - edge);
  double top = fmax(bounds[1] * scale - edge - dy, box.top * finer - edge);
  double right = fmin(bounds[2] * scale + edge - dx, box.right * finer + edge);
  double bottom = fmin(bounds[3] * scale + edge - dy, box.bottom * finer + edge);
  left = floor(left), top = floor(top), right = ceil(right), bottom = ceil(bottom);
  if (!(right > left && bottom > top) || !((right - left) * (bottom - top) <= most_pixels)) return;

  int width = (int)(right - left), height = (int)(bottom - top);
  cairo_surface_t *surface = cv.cairo_image_surface_create(CAIRO_FORMAT_A8, width, height);
  cv.cairo_surface_set_device_offset(surface, -left, -top);
  cv_target alpha = {cv.cairo_create(surface), scale, {left, top, right, bottom}};
  cairo_matrix_t base = {scale, 0, 0, scale, 0, 0};
  cv.cairo_set_matrix(alpha.cairo, &base);
  cv_op thrower = *op;
  thrower.as_outlines = true;
  cv_run_op(&alpha, &thrower);
  bool is_good = cv.cairo_status(alpha.cairo) == CAIRO_STATUS_SUCCESS;
  cv.cairo_destroy(alpha.cairo);
  cv.cairo_surface_flush(surface);
  uint8_t *pixels = cv.cairo_image_surface_get_data(surface);
  if (is_good && pixels) {
    cv_blur(pixels, width, height, cv.cairo_image_surface_get_stride(surface), blur);
    cv.cairo_surface_mark_dirty(surface);
    cairo_t *cairo = target->cairo;
    cairo_matrix_t before;
    cv.cairo_get_matrix(cairo, &before);
    cv.cairo_identity_matrix(cairo);
    cv_color c = blend->shadow;
    cv.cairo_set_source_rgba(cairo, c.red, c.green, c.blue, c.alpha);
    cairo_pattern_t *mask = cv.cairo_pattern_create_for_surface(surface);
    cairo_matrix_t moved = {finer, 0, 0, finer, -dx, -dy};
    cv.cairo_pattern_set_matrix(mask, &moved);
    cv.cairo_mask(cairo, mask);
    cv.cairo_pattern_destroy(mask);
    cv.cairo_set_matrix(cairo, &before);
  }
  cv.cairo_surface_destroy(surface);
}

// The mean of the 2r + 1 values around each: of a row, and of all columns together.
static void mean_row(uint8_t *to, const uint8_t *from, int count, int r) {
  uint32_t sum = 0, share = (uint32_t)((1u << 24) / (2 * (unsigned)r + 1));
  for (int i = 0; i < r && i < count; i++) sum += from[i];
  for (int i = 0; i < count; i++) {
    if (i + r < count) sum += from[i + r];
    if (i - r - 1 >= 0) sum -= from[i - r - 1];
    to[i] = (uint8_t)((sum * share + (1u << 23)) >> 24);
  }
}

static void mean_columns(uint8_t *to, const uint8_t *from, int width, int height, size_t stride, int r,
                         uint32_t *sums) {
  uint32_t share = (uint32_t)((1u << 24) / (2 * (unsigned)r + 1));
  memset(sums, 0, (size_t)width * sizeof *sums);
  for (int y = -r; y < height; y++) {
    if (y + r < height) {
      const uint8_t *next = from + (size_t)(y + r) * stride;
      for (int x = 0; x < width; x++) sums[x] += next[x];
    }
    if (y - r - 1 >= 0) {
      const uint8_t *last = from + (size_t)(y - r - 1) * stride;
      for (int x = 0; x < width; x++) sums[x] -= last[x];
    }
    if (y < 0) continue;
    uint8_t *row = to + (size_t)y * stride;
    for (int x = 0; x < width; x++) row[x] = (uint8_t)((sums[x] * share + (1u << 23)) >> 24);
  }
}

// Three box blurs in sequence approximate a Gaussian of half the radius (as SVG 1.1 §15.17 says for blurs).
void cv_blur(uint8_t *alpha, int width, int height, int stride, double radius) {
  double sigma = radius / 2;
  int size = (int)floor(sigma * 3 * sqrt(2 * M_PI) / 4 + 0.5), r = size / 2;
  if (r < 1) {
    if (sigma < 0.3) return;
    r = 1;
  }
  size_t row = (size_t)stride, all = row * (size_t)height;
  uint8_t *spare = malloc(all);
  uint32_t *sums = malloc((size_t)width * sizeof *sums);
  if (spare && sums) {
    // Each pass goes to the other buffer and back: rows, then columns.
    for (int pass = 0; pass < 3; pass++) {
      for (int y = 0; y < height; y++)
        mean_row(spare + (size_t)y * row, alpha + (size_t)y * row, width, r);
      mean_columns(alpha, spare, width, height, row, r, sums);
    }
  }
  free(spare);
  free(sums);
}
