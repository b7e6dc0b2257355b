#include "cv_internal.h"

#include <pthread.h>

struct cv_functions cv;
static const char *load_error;

static void load(void) {
#define SYMBOL(name) CL_SYMBOL(cv, name)
#define LOAD(library, FUNCTIONS)                                                                                  \
  if (!load_error) {                                                                                              \
    static const cl_symbol symbols[] = {FUNCTIONS};                                                               \
    load_error = CL_LOAD(symbols, library);                                                                       \
  }
  LOAD("libcairo.so.2", CAIRO_FUNCTIONS(SYMBOL))
  LOAD("libpango-1.0.so.0", PANGO_FUNCTIONS(SYMBOL))
  LOAD("libpangocairo-1.0.so.0", PANGOCAIRO_FUNCTIONS(SYMBOL))
  LOAD("libpangoft2-1.0.so.0", SYMBOL(pango_fc_font_map_set_config))
  LOAD("libfontconfig.so.1", FONTCONFIG_FUNCTIONS(SYMBOL))
  LOAD("libgobject-2.0.so.0", SYMBOL(g_object_unref))
  LOAD("libdeflate.so.0", DEFLATE_FUNCTIONS(SYMBOL))
}

const char *cv_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return load_error;
}
