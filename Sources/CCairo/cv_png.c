// PNG by libdeflate, several times as fast as by libpng and zlib.
#include "cv_internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static uint8_t *put32(uint8_t *to, uint32_t value) {
  *to++ = (uint8_t)(value >> 24), *to++ = (uint8_t)(value >> 16), *to++ = (uint8_t)(value >> 8), *to++ = (uint8_t)value;
  return to;
}

// A chunk around data that stands at `to` + 8 already.
static uint8_t *close_chunk(uint8_t *to, const char *name, size_t length) {
  put32(to, (uint32_t)length);
  memcpy(to + 4, name, 4);
  return put32(to + 8 + length, cv.libdeflate_crc32(0, to + 4, length + 4));
}

uint8_t *cv_encode_png(const cv_image *image, double pixels_per_metre, size_t *length) {
  size_t width = (size_t)image->width, height = (size_t)image->height, row = 4 * width + 1;
  uint8_t *raw = malloc(row * height);
  struct libdeflate_compressor *compressor = cv.libdeflate_alloc_compressor(3);
  size_t room = cv.libdeflate_zlib_compress_bound(compressor, row * height);
  uint8_t *png = raw && compressor ? malloc(room + 128) : NULL;
  if (!png) {
    free(raw);
    if (compressor) cv.libdeflate_free_compressor(compressor);
    return NULL;
  }
  for (size_t y = 0; y < height; y++) {
    const uint32_t *from = (const uint32_t *)(const void *)((const uint8_t *)image->pixels + y * (size_t)image->stride);
    uint8_t *to = raw + y * row;
    *to++ = 0;
    for (size_t x = 0; x < width; x++) {
      uint32_t p = from[x], a = p >> 24;
      uint32_t r = p >> 16 & 255, g = p >> 8 & 255, b = p & 255;
      if (a != 255 && a != 0) {
        r = (r * 255 + a / 2) / a, g = (g * 255 + a / 2) / a, b = (b * 255 + a / 2) / a;
      }
      *to++ = (uint8_t)r, *to++ = (uint8_t)g, *to++ = (uint8_t)b, *to++ = (uint8_t)a;
    }
  }
  static const uint8_t signature[8] = {0x89, 'P', 'N', 'G', 13, 10, 26, 10};
  memcpy(png, signature, 8);
  uint8_t *to = png + 8;
  put32(put32(to + 8, (uint32_t)width), (uint32_t)height);
  memcpy(to + 16, (const uint8_t[]){8, 6, 0, 0, 0}, 5);
  to = close_chunk(to, "IHDR", 13);
  if (pixels_per_metre > 0 && pixels_per_metre < 1e9) {
    uint32_t pitch = (uint32_t)lround(pixels_per_metre);
    put32(put32(to + 8, pitch), pitch);
    to[16] = 1;
    to = close_chunk(to, "pHYs", 9);
  }
  size_t packed = cv.libdeflate_zlib_compress(compressor, raw, row * height, to + 8, room);
  to = close_chunk(to, "IDAT", packed);
  to = close_chunk(to, "IEND", 0);
  free(raw);
  cv.libdeflate_free_compressor(compressor);
  *length = (size_t)(to - png);
  uint8_t *shorter = realloc(png, *length);
  return shorter ? shorter : png;
}

void cv_bytes_free(uint8_t *bytes) { free(bytes); }
