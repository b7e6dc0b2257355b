#include "CCrypt.h"
#include "CLoader.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

// crypt.h of libxcrypt need not be there to build: the two functions are declared as its manual has them.
static char *(*crypt_ra_)(const char *phrase, const char *setting, void **data, int *size);
static char *(*gensalt_ra)(const char *prefix, unsigned long count, const char *bytes, int byte_count);
static const char *load_error;

static void load(void) {
  static const cl_symbol symbols[] = {{"crypt_ra", &crypt_ra_}, {"crypt_gensalt_ra", &gensalt_ra}};
  load_error = CL_LOAD(symbols, "libcrypt.so.1", "libcrypt.so.2");
}

const char *cy_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return load_error;
}

static bool copy(char *to, const char *from) {
  // What begins with * is libcrypt's word for a setting that it does not know.
  if (!from || from[0] == '*' || strlen(from) >= CY_HASH_BYTES) return false;
  strcpy(to, from);
  return true;
}

bool cy_hash(const char *password, const char *setting, char hash[CY_HASH_BYTES]) {
  if (cy_load()) return false;
  void *data = NULL;
  int size = 0;
  bool is_made = copy(hash, crypt_ra_(password, setting, &data, &size));
  // The room held the password.
  if (data) {
    explicit_bzero(data, (size_t)size);
    free(data);
  }
  return is_made;
}

bool cy_new_setting(char setting[CY_HASH_BYTES]) {
  if (cy_load()) return false;
  char bytes[32];
  if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes) return false;
  char *made = gensalt_ra("$y$", 0, bytes, sizeof bytes);
  if (!made) made = gensalt_ra("$6$", 0, bytes, sizeof bytes);
  bool is_made = copy(setting, made);
  free(made);
  return is_made;
}

bool cy_is_equal(const void *left, const void *right, size_t length) {
  const volatile uint8_t *a = left, *b = right;
  uint8_t difference = 0;
  for (size_t index = 0; index < length; index++) difference |= a[index] ^ b[index];
  return difference == 0;
}
