// Decodes picture files: PNG with Cairo, JPEG with libjpeg-turbo, WebP with libwebp; the last two are loaded
// when needed.
#include "cv_internal.h"

#include <dlfcn.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

#include <jerror.h>
#include <webp/decode.h>

static const char too_many[] = "too large: it has more pixels than can be drawn";
static const char no_memory[] = "too large for the available memory";

static bool is_small_enough(size_t width, size_t height, size_t most_pixels, const char **error) {
  // Cairo's own limit is 32767.
  bool fits = width > 0 && height > 0 && width <= 32767 && height <= 32767 && width * height <= most_pixels;
  if (!fits) *error = width > 0 && height > 0 ? too_many : "without pixels";
  return fits;
}

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

static size_t big32(const uint8_t *p) {
  return (size_t)p[0] << 24 | (size_t)p[1] << 16 | (size_t)p[2] << 8 | (size_t)p[3];
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

// --- JPEG ------------------------------------------------------------------------------------------------------

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

#define POINTER(name) __typeof__(name) *name;
static struct {
  JPEG_FUNCTIONS(POINTER)
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

static cv_image *decode_jpeg(const uint8_t *bytes, size_t length, size_t most_pixels, const char **error) {
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

// --- WebP ------------------------------------------------------------------------------------------------------

#define WEBP_FUNCTIONS(X)                                                                                         \
  X(WebPDecode)                                                                                                   \
  X(WebPFreeDecBuffer)                                                                                            \
  X(WebPGetFeaturesInternal)                                                                                      \
  X(WebPInitDecoderConfigInternal)

static struct {
  WEBP_FUNCTIONS(POINTER)
} webp;
static bool has_webp;

static void load_webp(void) {
  void *library = dlopen("libwebp.so.7", RTLD_LAZY | RTLD_LOCAL);
  has_webp = library != NULL;
#define FIND(name) has_webp = has_webp && (*(void **)&webp.name = dlsym(library, #name));
  WEBP_FUNCTIONS(FIND)
#undef FIND
}

static cv_image *decode_webp(const uint8_t *bytes, size_t length, size_t most_pixels, const char **error) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load_webp);
  if (!has_webp) return *error = "a WebP: install Debian's package libwebp7 to draw it", NULL;
  WebPDecoderConfig config;
  if (!webp.WebPInitDecoderConfigInternal(&config, WEBP_DECODER_ABI_VERSION)) return *error = no_memory, NULL;
  if (webp.WebPGetFeaturesInternal(bytes, length, &config.input, WEBP_DECODER_ABI_VERSION) != VP8_STATUS_OK)
    return *error = "a damaged WebP", NULL;
  if (config.input.has_animation) return *error = "an animated WebP; only still ones can be drawn", NULL;
  size_t width = (size_t)config.input.width, height = (size_t)config.input.height;
  if (!is_small_enough(width, height, most_pixels, error)) return NULL;
  cv_image *image = cv_image_new(config.input.width, config.input.height);
  if (!image) return *error = no_memory, NULL;
  config.output.colorspace = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? MODE_bgrA : MODE_Argb;
  config.output.is_external_memory = 1;
  config.output.u.RGBA.rgba = (uint8_t *)image->pixels;
  config.output.u.RGBA.stride = image->stride;
  config.output.u.RGBA.size = (size_t)image->stride * height;
  bool is_good = webp.WebPDecode(bytes, length, &config) == VP8_STATUS_OK;
  webp.WebPFreeDecBuffer(&config.output);
  if (!is_good) {
    cv_image_free(image);
    return *error = "a damaged WebP", NULL;
  }
  cv_image_changed(image);
  return image;
}

// ---------------------------------------------------------------------------------------------------------------

static bool begins(const uint8_t *bytes, size_t length, const char *with, size_t count) {
  return length >= count && memcmp(bytes, with, count) == 0;
}

cv_image *cv_decode(const uint8_t *bytes, size_t length, size_t most_pixels, const char **error) {
  if (begins(bytes, length, "\x89PNG\r\n\x1a\n", 8)) return decode_png(bytes, length, most_pixels, error);
  if (begins(bytes, length, "\xff\xd8", 2)) return decode_jpeg(bytes, length, most_pixels, error);
  if (begins(bytes, length, "RIFF", 4) && length >= 12 && memcmp(bytes + 8, "WEBP", 4) == 0)
    return decode_webp(bytes, length, most_pixels, error);
  if (begins(bytes, length, "GIF8", 4)) return *error = "a GIF; only PNG, JPEG and WebP can be drawn", NULL;
  if (begins(bytes, length, "BM", 2)) return *error = "a BMP; only PNG, JPEG and WebP can be drawn", NULL;
  return *error = "not a PNG, JPEG or WebP", NULL;
}
