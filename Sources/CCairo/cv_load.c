#include "cv_internal.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

struct cv_functions cv;
static char message[512];
static const char *load_error;

static void *opened(const char *name) {
  if (load_error) return NULL;
  void *library = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
  if (!library) {
    snprintf(message, sizeof message, "%s", dlerror());
    load_error = message;
  }
  return library;
}

static void find(void *library, const char *name, void *pointer) {
  if (load_error) return;
  *(void **)pointer = dlsym(library, name);
  if (!*(void **)pointer) {
    snprintf(message, sizeof message, "%s", dlerror());
    load_error = message;
  }
}

static void load(void) {
  void *library;
#define FIND(name) find(library, #name, &cv.name);
  library = opened("libcairo.so.2");
  CAIRO_FUNCTIONS(FIND)
  library = opened("libpango-1.0.so.0");
  PANGO_FUNCTIONS(FIND)
  library = opened("libpangocairo-1.0.so.0");
  PANGOCAIRO_FUNCTIONS(FIND)
  library = opened("libpangoft2-1.0.so.0");
  FIND(pango_fc_font_map_set_config)
  library = opened("libfontconfig.so.1");
  FONTCONFIG_FUNCTIONS(FIND)
  library = opened("libgobject-2.0.so.0");
  FIND(g_object_unref)
  library = opened("libdeflate.so.0");
  DEFLATE_FUNCTIONS(FIND)
}

const char *cv_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return load_error;
}
