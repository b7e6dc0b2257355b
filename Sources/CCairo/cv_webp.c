// Decodes WebP with libwebp, which is loaded when needed.
#include "cv_decode.h"

#include <dlfcn.h>
#include <pthread.h>

#include <webp/decode.h>

#define WEBP_FUNCTIONS(X)                                                                                         \
  X(WebPDecode)                                                                                                   \
  X(WebPFreeDecBuffer)                                                                                            \
  X(WebPGetFeaturesInternal)                                                                                      \
  X(WebPInitDecoderConfigInternal)

static struct {
  WEBP_FUNCTIONS(CL_POINTER)
} webp;
static bool has_webp;

static void load_webp(void) {
  void *library = dlopen("libwebp.so.7", RTLD_LAZY | RTLD_LOCAL);
  has_webp = library != NULL;
#define FIND(name) has_webp = has_webp && (*(void **)&webp.name = dlsym(library, #name));
  WEBP_FUNCTIONS(FIND)
#undef FIND
}

cv_image *cv_decode_webp(const uint8_t *bytes, size_t length, size_t most_pixels, const char **error) {
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
