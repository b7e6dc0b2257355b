// Decodes JPEG with libjpeg-turbo, which is loaded when needed.
#include "cv_decode.h"

#include <dlfcn.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

#include <jerror.h>

#define JPEG_FUNCTIONS(X)                                                                                         \
  X(jpeg_CreateDecompress)                                                                                        \
  X(jpeg_destroy_decompress)                                                                                      \
  X(jpeg_finish_decompress)                                                                                       \
  X(jpeg_mem_src)                                                                                                 \
  X(jpeg_read_header)                                                                                             \
  X(jpeg_read_scanlines)                                                                                          \
  X(jpeg_save_markers)                                                                                            \
  X(jpeg_start_decompress)                                                                                        \
  X(jpeg_std_error)

static struct {
  JPEG_FUNCTIONS(CL_POINTER)
} jpeg;
static bool has_jpeg;

static void load_jpeg(void) {
  void *library = dlopen("libjpeg.so.62", RTLD_LAZY | RTLD_LOCAL);
  has_jpeg = library != NULL;
#define FIND(name) has_jpeg = has_jpeg && (*(void **)&jpeg.name = dlsym(library, #name));
  JPEG_FUNCTIONS(FIND)
#undef FIND
}

// The decoder's jump target; all frames between are in this file.
typedef struct {
  struct jpeg_error_mgr manager;
  jmp_buf end;
} jpeg_end;

static void fail_jpeg(j_common_ptr info) { longjmp(((jpeg_end *)(void *)info->err)->end, 1); }

static void note_jpeg(j_common_ptr info, int level) {
  int code = info->err->msg_code;
  // Small faults are drawn as decoded; a truncated file is an error.
  if (level < 0 && (code == JWRN_JPEG_EOF || code == JWRN_HIT_MARKER)) fail_jpeg(info);
}

// A small file may request thousands of passes over the whole picture.
static void watch_jpeg(j_common_ptr info) {
  if (((j_decompress_ptr)(void *)info)->input_scan_number > 200) fail_jpeg(info);
}

// The orientation in Exif, from 1 (upright) to 8 (Exif 2.32 §4.6.4 A, tag 0x0112).
static int orientation(j_decompress_ptr info) {
  for (jpeg_saved_marker_ptr marker = info->marker_list; marker; marker = marker->next) {
    const uint8_t *p = marker->data;
    size_t length = marker->data_length;
    if (marker->marker != JPEG_APP0 + 1 || length < 14 || memcmp(p, "Exif\0", 6) != 0) continue;
    p += 6, length -= 6;
    bool is_big = p[0] == 'M';
#define NUMBER16(at) ((size_t)(is_big ? p[at] << 8 | p[(at) + 1] : p[(at) + 1] << 8 | p[at]))
    size_t directory = is_big ? big32(p + 4) : (size_t)p[7] << 24 | (size_t)p[6] << 16 | (size_t)p[5] << 8 | p[4];
    if (directory > length || length - directory < 2) continue;
    size_t count = NUMBER16(directory);
    for (size_t i = 0; i < count && directory + 2 + 12 * (i + 1) <= length; i++) {
      size_t entry = directory + 2 + 12 * i;
      if (NUMBER16(entry) != 0x0112) continue;
      size_t value = NUMBER16(entry + 8);
      return value >= 1 && value <= 8 ? (int)value : 1;
    }
#undef NUMBER16
  }
  return 1;
}

// Rotates and mirrors the picture by its orientation.
static cv_image *turned(cv_image *image, int orientation, const char **error) {
  if (orientation == 1) return image;
  int w = image->width, h = image->height;
  cv_image *to = orientation >= 5 ? cv_image_new(h, w) : cv_image_new(w, h);
  if (to) {
    for (int y = 0; y < h; y++) {
      const uint32_t *from = image->pixels + (size_t)y * (size_t)image->stride / 4;
      for (int x = 0; x < w; x++) {
        int u = x, v = y;
        switch (orientation) {
        case 2: u = w - 1 - x; break;
        case 3: u = w - 1 - x, v = h - 1 - y; break;
        case 4: v = h - 1 - y; break;
        case 5: u = y, v = x; break;
        case 6: u = h - 1 - y, v = x; break;
        case 7: u = h - 1 - y, v = w - 1 - x; break;
        default: u = y, v = w - 1 - x; break;
        }
        to->pixels[(size_t)v * (size_t)to->stride / 4 + (size_t)u] = from[x];
      }
    }
    cv_image_changed(to);
  } else {
    *error = no_memory;
  }
  cv_image_free(image);
  return to;
}

// Converts CMYK inks to colors: Adobe writes them inverted, so that 255 means no ink.
static void convert_inks(uint32_t *row, const uint8_t *inks, size_t width) {
  for (size_t x = 0; x < width; x++, inks += 4) {
    uint32_t k = inks[3];
    row[x] = 0xff000000 | (inks[0] * k / 255) << 16 | (inks[1] * k / 255) << 8 | inks[2] * k / 255;
  }
}

cv_image *cv_decode_jpeg(const uint8_t *bytes, size_t length, size_t most_pixels, const char **error) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load_jpeg);
  if (!has_jpeg) return *error = "a JPEG: install Debian's package libjpeg62-turbo to draw it", NULL;
  struct jpeg_decompress_struct info;
  struct jpeg_progress_mgr progress = {.progress_monitor = watch_jpeg};
  jpeg_end end;
  memset(&info, 0, sizeof info);
  info.err = jpeg.jpeg_std_error(&end.manager);
  end.manager.error_exit = fail_jpeg;
  end.manager.emit_message = note_jpeg;
  // Volatile, so that the jump keeps it.
  cv_image *volatile image = NULL;
  uint8_t *volatile inks = NULL;
  if (setjmp(end.end)) {
    jpeg.jpeg_destroy_decompress(&info);
    free(inks);
    if (image) cv_image_free(image);
    return *error = "a damaged JPEG", NULL;
  }
  jpeg.jpeg_CreateDecompress(&info, JPEG_LIB_VERSION, sizeof info);
  info.progress = &progress;
  jpeg.jpeg_mem_src(&info, bytes, length);
  jpeg.jpeg_save_markers(&info, JPEG_APP0 + 1, 0xffff);
  jpeg.jpeg_read_header(&info, TRUE);
  bool fits = is_small_enough(info.image_width, info.image_height, most_pixels, error);
  if (fits) {
    image = cv_image_new((int)info.image_width, (int)info.image_height);
    if (!image) *error = no_memory;
  }
  if (!image) {
    jpeg.jpeg_destroy_decompress(&info);
    return NULL;
  }
  bool is_ink = info.jpeg_color_space == JCS_CMYK || info.jpeg_color_space == JCS_YCCK;
  bool is_little = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;
  info.out_color_space = is_ink ? JCS_CMYK : is_little ? JCS_EXT_BGRA : JCS_EXT_ARGB;
  int turn = orientation(&info);
  jpeg.jpeg_start_decompress(&info);
  if (is_ink) {
    inks = malloc((size_t)info.image_width * 4);
    if (!inks) fail_jpeg((j_common_ptr)&info);
  }
  while (info.output_scanline < info.output_height) {
    uint32_t *row = image->pixels + (size_t)info.output_scanline * (size_t)image->stride / 4;
    JSAMPROW to = is_ink ? inks : (uint8_t *)row;
    if (jpeg.jpeg_read_scanlines(&info, &to, 1) != 1) fail_jpeg((j_common_ptr)&info);
    if (is_ink) convert_inks(row, inks, info.image_width);
  }
  jpeg.jpeg_finish_decompress(&info);
  jpeg.jpeg_destroy_decompress(&info);
  free(inks);
  cv_image_changed(image);
  return turned(image, turn, error);
}
