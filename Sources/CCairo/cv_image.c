// Images as pixels.
#include "cv_internal.h"

#include <stdlib.h>

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
