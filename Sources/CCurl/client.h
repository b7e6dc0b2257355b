// Declarations shared by the files of this folder.
#pragma once
#include "CCurl.h"
#include "CLoader.h"

#include <curl/curl.h>
#include <string.h>

#define FUNCTIONS(X)                                                                                              \
  X(curl_global_init)                                                                                             \
  X(curl_easy_init)                                                                                               \
  X(curl_easy_setopt)                                                                                             \
  X(curl_easy_perform)                                                                                            \
  X(curl_easy_getinfo)                                                                                            \
  X(curl_easy_strerror)                                                                                           \
  X(curl_easy_cleanup)                                                                                            \
  X(curl_slist_append)                                                                                            \
  X(curl_slist_free_all)                                                                                          \
  X(curl_getdate)

// curl.h wraps these two in macros, which would also replace the members of `curl`.
#undef curl_easy_setopt
#undef curl_easy_getinfo

// libcurl's functions, once cc_load has found them.
struct cc_library {
  FUNCTIONS(CL_POINTER)
};
extern struct cc_library cc_library __attribute__((visibility("hidden")));
#define curl cc_library

struct cc_client {
  CURL *handle;
};

// How long the caller waits for an answer.
struct patience {
  bool (*is_over)(void *);
  void *context;
  bool was_stopped;
};

// Asks the caller whether to go on; libcurl calls it about once a second.
int cc_progress(void *context, curl_off_t a, curl_off_t b, curl_off_t c, curl_off_t d)
    __attribute__((visibility("hidden")));

// The reason for a missing answer, the same at each attempt with the same cause.
void cc_explain(CURLcode code, const char *error, bool was_stopped, char *text, size_t room)
    __attribute__((visibility("hidden")));
