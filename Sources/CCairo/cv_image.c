// Pictures as pixels.
#include "cv_internal.h"

#include <stdlib.h>
#include <string.h>

cv_image *cv_image_new(int width, int height) {
  cv_image *image = calloc(1, sizeof *image);
  if (!image) return NULL;
  image->surface = cv.cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height);
  image->pixels = (uint32_t *)(void *)cv.cairo_image_surface_get_data(image->surface);
  if (!image->pixels) {
    cv_image_free(image);
    return NULL;
  }
  image->width = width;
  image->height = height;
  image->stride = cv.cairo_image_surface_get_stride(image->surface);
  return image;
}

void cv_image_free(cv_image *image) {
  if (!image) return;
  cv.cairo_surface_destroy(image->surface);
  free(image);
}

int cv_image_width(const cv_image *image) { return image->width; }
int cv_image_height(const cv_image *image) { return image->height; }
int cv_image_stride(const cv_image *image) { return image->stride; }
uint32_t *cv_image_pixels(cv_image *image) { return image->pixels; }
void cv_image_changed(cv_image *image) { cv.cairo_surface_mark_dirty(image->surface); }

// --- PNG -------------------------------------------------------------------------------------------------------

typedef struct {
  const uint8_t *bytes;
  size_t length, at;
} reader;

static cairo_status_t read_some(void *context, unsigned char *bytes, unsigned int length) {
  reader *reader = context;
  if (reader->length - reader->at < length) return CAIRO_STATUS_READ_ERROR;
  memcpy(bytes, reader->bytes + reader->at, length);
  reader->at += length;
  return CAIRO_STATUS_SUCCESS;
}

static cv_image *decode_png(const uint8_t *bytes, size_t length, size_t most_pixels, const char **error) {
  if (length < 33) return *error = "a PNG that ends in its header", NULL;
  size_t width = (size_t)bytes[16] << 24 | bytes[17] << 16 | bytes[18] << 8 | bytes[19];
  size_t height = (size_t)bytes[20] << 24 | bytes[21] << 16 | bytes[22] << 8 | bytes[23];
  if (width == 0 || height == 0) return *error = "a PNG without pixels", NULL;
  if (width > 32767 || height > 32767 || width * height > most_pixels) return *error = "too many pixels", NULL;
  reader reader = {bytes, length, 0};
  cairo_surface_t *surface = cv.cairo_image_surface_create_from_png_stream(read_some, &reader);
  if (cv.cairo_surface_status(surface) != CAIRO_STATUS_SUCCESS) {
    cv.cairo_surface_destroy(surface);
    return *error = "a damaged PNG", NULL;
  }
  cv_image *image = calloc(1, sizeof *image);
  if (!image) {
    cv.cairo_surface_destroy(surface);
    return *error = "out of memory", NULL;
  }
  *image = (cv_image){surface, (uint32_t *)(void *)cv.cairo_image_surface_get_data(surface),
                      cv.cairo_image_surface_get_width(surface), cv.cairo_image_surface_get_height(surface),
                      cv.cairo_image_surface_get_stride(surface)};
  return image;
}

cv_image *cv_decode(const uint8_t *bytes, size_t length, size_t most_pixels, const char **error) {
  static const uint8_t png[8] = {0x89, 'P', 'N', 'G', 13, 10, 26, 10};
  if (length >= 8 && memcmp(bytes, png, 8) == 0) return decode_png(bytes, length, most_pixels, error);
  return *error = "no PNG, JPEG or WebP", NULL;
}
