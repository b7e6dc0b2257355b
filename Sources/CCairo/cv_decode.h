// What the decoders of picture files share: cv_decode.c, cv_jpeg.c and cv_webp.c.
#pragma once
#include "cv_internal.h"

static const char too_many[] = "too large: it has more pixels than can be drawn";
static const char no_memory[] = "too large for the available memory";

static inline bool is_small_enough(size_t width, size_t height, size_t most_pixels, const char **error) {
  // Cairo's own limit is 32767.
  bool fits = width > 0 && height > 0 && width <= 32767 && height <= 32767 && width * height <= most_pixels;
  if (!fits) *error = width > 0 && height > 0 ? too_many : "without pixels";
  return fits;
}

static inline size_t big32(const uint8_t *p) {
  return (size_t)p[0] << 24 | (size_t)p[1] << 16 | (size_t)p[2] << 8 | (size_t)p[3];
}

// cv_jpeg.c, cv_webp.c
cv_image *cv_decode_jpeg(const uint8_t *bytes, size_t length, size_t most_pixels, const char **error);
cv_image *cv_decode_webp(const uint8_t *bytes, size_t length, size_t most_pixels, const char **error);
