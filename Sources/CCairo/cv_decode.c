// Decodes picture files: PNG with Cairo, the others in files of their own.
#include "cv_decode.h"

#include <string.h>

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
  if (!is_small_enough(big32(bytes + 16), big32(bytes + 20), most_pixels, error)) return NULL;
  reader reader = {bytes, length, 0};
  cairo_surface_t *read = cv.cairo_image_surface_create_from_png_stream(read_some, &reader);
  if (cv.cairo_surface_status(read) != CAIRO_STATUS_SUCCESS) {
    cv.cairo_surface_destroy(read);
    return *error = "a damaged PNG", NULL;
  }
  // Cairo reads opaque files without alpha, and deep colors as 32-bit numbers.
  cv_image *image = cv_image_new(cv.cairo_image_surface_get_width(read), cv.cairo_image_surface_get_height(read));
  if (image) {
    cairo_t *cairo = cv.cairo_create(image->surface);
    cv.cairo_set_source_surface(cairo, read, 0, 0);
    cv.cairo_paint(cairo);
    cv.cairo_destroy(cairo);
    cv.cairo_surface_flush(image->surface);
  } else {
    *error = no_memory;
  }
  cv.cairo_surface_destroy(read);
  return image;
}

static bool begins(const uint8_t *bytes, size_t length, const char *with, size_t count) {
  return length >= count && memcmp(bytes, with, count) == 0;
}

cv_image *cv_decode(const uint8_t *bytes, size_t length, size_t most_pixels, const char **error) {
  if (begins(bytes, length, "\x89PNG\r\n\x1a\n", 8)) return decode_png(bytes, length, most_pixels, error);
  if (begins(bytes, length, "\xff\xd8", 2)) return cv_decode_jpeg(bytes, length, most_pixels, error);
  if (begins(bytes, length, "RIFF", 4) && length >= 12 && memcmp(bytes + 8, "WEBP", 4) == 0)
    return cv_decode_webp(bytes, length, most_pixels, error);
  if (begins(bytes, length, "GIF8", 4)) return *error = "a GIF; only PNG, JPEG and WebP can be drawn", NULL;
  if (begins(bytes, length, "BM", 2)) return *error = "a BMP; only PNG, JPEG and WebP can be drawn", NULL;
  return *error = "not a PNG, JPEG or WebP", NULL;
}
