#include "CLoader.h"

#include <dlfcn.h>
#include <string.h>

// The system's words for what just failed; they are its own until the next call.
static const char *words(void) {
  const char *why = dlerror(), *copy = strdup(why ? why : "the system does not say why");
  return copy ? copy : "out of memory";
}

const char *cl_load(const char *const names[], const cl_symbol symbols[], size_t count) {
  void *library = NULL;
  for (; *names && !library; names++) library = dlopen(*names, RTLD_NOW | RTLD_LOCAL);
  if (!library) return words();
  for (size_t index = 0; index < count; index++) {
    void *found = dlsym(library, symbols[index].name);
    if (!found) return words();
    *(void **)symbols[index].pointer = found;
  }
  return NULL;
}
