// The outputs of a canvas: pixels, a PNG, an SVG, a PDF.
#include "cv_internal.h"

#include <string.h>

// Closes open states and layers.
static void close_all(cv_canvas *canvas) {
  cv_blend plain = {.alpha = 1};
  while (canvas->open_count > 0) {
    if (canvas->open[canvas->open_count - 1] == 's') cv_restore(canvas);
    else cv_end_layer(canvas, &plain);
  }
}

const uint8_t *cv_canvas_document(cv_canvas *canvas, size_t *length) {
  if (!canvas->is_finished) {
    close_all(canvas);
    cv.cairo_surface_finish(canvas->surface);
    canvas->is_finished = true;
    if (canvas->kind == cv_svg && canvas->document
        && !(cv_insert_texts(canvas) && cv_renumber_svg(&canvas->document, &canvas->document_length)))
      canvas->has_failed = true;
  }
  *length = canvas->document_length;
  bool is_good = cv.cairo_surface_status(canvas->surface) == CAIRO_STATUS_SUCCESS && !canvas->has_failed;
  return is_good ? canvas->document : NULL;
}

cv_image *cv_canvas_image(cv_canvas *canvas) {
  cv.cairo_surface_flush(canvas->surface);
  int width = cv.cairo_image_surface_get_width(canvas->surface);
  int height = cv.cairo_image_surface_get_height(canvas->surface);
  cv_image *image = cv_image_new(width, height);
  if (!image) return NULL;
  const uint8_t *from = cv.cairo_image_surface_get_data(canvas->surface);
  int stride = cv.cairo_image_surface_get_stride(canvas->surface);
  for (int y = 0; y < height; y++)
    memcpy((uint8_t *)image->pixels + (size_t)y * (size_t)image->stride, from + (size_t)y * (size_t)stride,
           (size_t)width * 4);
  cv_image_changed(image);
  return image;
}

uint8_t *cv_canvas_png(cv_canvas *canvas, double pixels_per_metre, size_t *length) {
  close_all(canvas);
  cv.cairo_surface_flush(canvas->surface);
  cv_image image = {.surface = canvas->surface,
                    .pixels = (uint32_t *)(void *)cv.cairo_image_surface_get_data(canvas->surface),
                    .width = cv.cairo_image_surface_get_width(canvas->surface),
                    .height = cv.cairo_image_surface_get_height(canvas->surface),
                    .stride = cv.cairo_image_surface_get_stride(canvas->surface)};
  return image.pixels ? cv_encode_png(&image, pixels_per_metre, length) : NULL;
}
