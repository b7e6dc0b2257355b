#include "CSodium.h"

#include <dlfcn.h>
#include <pthread.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#define FUNCTIONS(X)                                                                                              \
  X(sodium_init)                                                                                                  \
  X(sodium_base642bin)                                                                                            \
  X(sodium_bin2base64)                                                                                            \
  X(sodium_base64_encoded_len)                                                                                    \
  X(randombytes_buf)                                                                                              \
  X(crypto_secretbox_easy)                                                                                        \
  X(crypto_secretbox_open_easy)

static struct {
#define POINTER(name) __typeof__(name) *name;
  FUNCTIONS(POINTER)
} sodium;
static const char *load_error;
static char load_message[256];

static void fail(const char *what) {
  strncpy(load_message, what ? what : "libsodium.so.23 cannot be loaded", sizeof load_message - 1);
  load_error = load_message;
}

static void load(void) {
  void *library = dlopen("libsodium.so.23", RTLD_NOW | RTLD_LOCAL);
  if (!library) library = dlopen("libsodium.so.26", RTLD_NOW | RTLD_LOCAL);
  if (!library) return fail(dlerror());
#define FIND(name)                                                                                                \
  if (!(*(void **)&sodium.name = dlsym(library, #name))) return fail(dlerror());
  FUNCTIONS(FIND)
  if (sodium.sodium_init() < 0) fail("libsodium does not start");
}

const char *cs_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return load_error;
}

enum { NONCE = crypto_secretbox_NONCEBYTES, MAC = crypto_secretbox_MACBYTES };
_Static_assert(CS_KEY_BYTES == crypto_secretbox_KEYBYTES, "a key of crypto_secretbox");

ptrdiff_t cs_open(const char *base64, size_t length, const uint8_t key[CS_KEY_BYTES], char *text) {
  if (cs_load()) return -1;
  unsigned char *box = malloc(length + 1);
  if (!box) return -1;
  size_t count = 0;
  ptrdiff_t result = -1;
  if (!sodium.sodium_base642bin(box, length, base64, length, " \r\n", &count, NULL, sodium_base64_VARIANT_ORIGINAL) &&
      count >= NONCE + MAC &&
      !sodium.crypto_secretbox_open_easy((unsigned char *)text, box + NONCE, count - NONCE, box, key)) {
    result = (ptrdiff_t)(count - NONCE - MAC);
  }
  free(box);
  return result;
}

size_t cs_sealed_length(size_t length) {
  return cs_load() ? 0 : sodium.sodium_base64_encoded_len(NONCE + MAC + length, sodium_base64_VARIANT_ORIGINAL) - 1;
}

bool cs_seal(const char *text, size_t length, const uint8_t key[CS_KEY_BYTES], char *base64) {
  if (cs_load()) return false;
  const size_t count = NONCE + MAC + length;
  unsigned char *box = malloc(count);
  if (!box) return false;
  sodium.randombytes_buf(box, NONCE);
  sodium.crypto_secretbox_easy(box + NONCE, (const unsigned char *)text, length, box, key);
  sodium.sodium_bin2base64(base64, cs_sealed_length(length) + 1, box, count, sodium_base64_VARIANT_ORIGINAL);
  free(box);
  return true;
}
