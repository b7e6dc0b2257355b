// Libraries that are loaded when they are first needed: what is not installed is told, and who does without it starts
// sooner.
//
// A face lists what it calls with an X-macro, makes pointers of the list's names, and loads them once:
//
//   #define FUNCTIONS(X) X(curl_easy_init) X(curl_easy_cleanup)
//   static struct { FUNCTIONS(CL_POINTER) } curl;
//   #define SYMBOL(name) CL_SYMBOL(curl, name)
//   static const cl_symbol symbols[] = {FUNCTIONS(SYMBOL)};
//   const char *fault = CL_LOAD(symbols, "libcurl.so.4", "libcurl-gnutls.so.4");
#pragma once
#include <stddef.h>

// A function of a library, and where its address goes.
typedef struct {
  const char *name;
  void *pointer;
} cl_symbol;

#define CL_POINTER(function) __typeof__(function) *function;
#define CL_SYMBOL(functions, function) {#function, &functions.function},

// Opens the first of the names that is installed and finds all symbols. Returns NULL, or why not: a text that stays.
const char *cl_load(const char *const names[], const cl_symbol symbols[], size_t count);

#define CL_LOAD(symbols, ...)                                                                                     \
  cl_load((const char *const[]){__VA_ARGS__, NULL}, symbols, sizeof symbols / sizeof *symbols)
