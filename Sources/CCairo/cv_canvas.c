// A surface with its states, and layers.
#include "cv_internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Pixels of a canvas and its open layers together, 128 MiB; one layer is always allowed. A layer beyond the
// limit paints directly on the backdrop.
static const double most_pixels = 1 << 25;
static const size_t most_layers = 1000;

static cairo_status_t keep(void *context, const unsigned char *bytes, unsigned int length) {
  cv_canvas *canvas = context;
  size_t needed = canvas->document_length + length;
  if (needed > canvas->document_room) {
    size_t room = needed + needed / 2 + 4096;
    uint8_t *longer = realloc(canvas->document, room);
    if (!longer) return CAIRO_STATUS_NO_MEMORY;
    canvas->document = longer;
    canvas->document_room = room;
  }
  memcpy(canvas->document + canvas->document_length, bytes, length);
  canvas->document_length = needed;
  return CAIRO_STATUS_SUCCESS;
}

cv_canvas *cv_canvas_new(int kind, double width, double height, double scale) {
  cv_canvas *canvas = calloc(1, sizeof *canvas);
  if (!canvas) return NULL;
  canvas->kind = kind;
  double pixels = kind == cv_bitmap ? scale : 1;
  switch (kind) {
  case cv_svg:
    canvas->surface = cv.cairo_svg_surface_create_for_stream(keep, canvas, width, height);
    cv.cairo_svg_surface_set_document_unit(canvas->surface, CAIRO_SVG_UNIT_PX);
    break;
  case cv_pdf:
    canvas->surface = cv.cairo_pdf_surface_create_for_stream(keep, canvas, width, height);
    // No date, so that equal drawings have equal bytes.
    cv.cairo_pdf_surface_set_metadata(canvas->surface, CAIRO_PDF_METADATA_CREATE_DATE, "");
    break;
  default:
    canvas->surface = cv.cairo_image_surface_create(CAIRO_FORMAT_ARGB32, (int)round(width * scale),
                                                    (int)round(height * scale));
  }
  // The resolution of embedded pictures.
  if (kind != cv_bitmap) cv.cairo_surface_set_fallback_resolution(canvas->surface, 72 * 3, 72 * 3);
  canvas->target.cairo = cv.cairo_create(canvas->surface);
  canvas->target.scale = pixels;
  canvas->target.bounds = (cv_box){0, 0, round(width * pixels), round(height * pixels)};
  cairo_matrix_t base = {pixels, 0, 0, pixels, 0, 0};
  cv.cairo_set_matrix(canvas->target.cairo, &base);
  if (cv.cairo_status(canvas->target.cairo) != CAIRO_STATUS_SUCCESS) {
    cv_canvas_free(canvas);
    return NULL;
  }
  return canvas;
}

void cv_canvas_free(cv_canvas *canvas) {
  if (!canvas) return;
  cv.cairo_destroy(canvas->target.cairo);
  cv.cairo_surface_destroy(canvas->surface);
  free(canvas->open);
  free(canvas->layer_sizes);
  free(canvas->document);
  for (uint32_t i = 0; i < canvas->text_count; i++) free(canvas->texts[i]);
  free(canvas->texts);
  free(canvas);
}

const char *cv_canvas_error(const cv_canvas *canvas) {
  cairo_status_t status = cv.cairo_status(canvas->target.cairo);
  if (status == CAIRO_STATUS_SUCCESS) status = cv.cairo_surface_status(canvas->surface);
  if (status != CAIRO_STATUS_SUCCESS) return cv.cairo_status_to_string(status);
  return canvas->has_failed ? "out of memory" : NULL;
}

// --- States and layers -----------------------------------------------------------------------------------------

static bool open_one(cv_canvas *canvas, char kind) {
  if (canvas->open_count == canvas->open_room) {
    size_t room = canvas->open_room ? 2 * canvas->open_room : 64;
    char *longer = realloc(canvas->open, room);
    if (!longer) {
      canvas->has_failed = true;
      return false;
    }
    canvas->open = longer;
    canvas->open_room = room;
  }
  canvas->open[canvas->open_count++] = kind;
  return true;
}

void cv_save(cv_canvas *canvas) {
  if (open_one(canvas, 's')) cv.cairo_save(canvas->target.cairo);
}

void cv_restore(cv_canvas *canvas) {
  if (canvas->open_count == 0 || canvas->open[canvas->open_count - 1] != 's') return;
  canvas->open_count--;
  cv.cairo_restore(canvas->target.cairo);
}

static bool keep_layer_size(cv_canvas *canvas, double pixels) {
  if (canvas->layer_count == canvas->layer_room) {
    size_t room = canvas->layer_room ? 2 * canvas->layer_room : 16;
    double *longer = realloc(canvas->layer_sizes, room * sizeof *longer);
    if (!longer) return false;
    canvas->layer_sizes = longer;
    canvas->layer_room = room;
  }
  canvas->layer_sizes[canvas->layer_count++] = pixels;
  canvas->layer_pixels += pixels;
  return true;
}

void cv_begin_layer(cv_canvas *canvas) {
  double bounds[4];
  cv_clip_bounds(canvas, bounds);
  double scale = canvas->target.scale;
  double pixels = (ceil((bounds[2] - bounds[0]) * scale) + 1) * (ceil((bounds[3] - bounds[1]) * scale) + 1);
  double own = canvas->kind == cv_bitmap ? canvas->target.bounds.right * canvas->target.bounds.bottom : 0;
  bool fits = canvas->layer_count == 0
              || (own + canvas->layer_pixels + pixels <= most_pixels && canvas->layer_count < most_layers);
  if (!fits || !keep_layer_size(canvas, pixels)) {
    open_one(canvas, 'n');
    return;
  }
  if (open_one(canvas, 'l')) cv.cairo_push_group(canvas->target.cairo);
}

void cv_clip_bounds(cv_canvas *canvas, double bounds[4]) {
  cv.cairo_clip_extents(canvas->target.cairo, &bounds[0], &bounds[1], &bounds[2], &bounds[3]);
}
