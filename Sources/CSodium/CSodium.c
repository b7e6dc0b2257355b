#include "CSodium.h"
#include "CLoader.h"

#include <pthread.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#define FUNCTIONS(X)                                                                                              \
  X(sodium_init)                                                                                                  \
  X(sodium_base642bin)                                                                                            \
  X(crypto_secretbox_open_easy)                                                                                   \
  X(crypto_auth_hmacsha256_init)                                                                                  \
  X(crypto_auth_hmacsha256_update)                                                                                \
  X(crypto_auth_hmacsha256_final)

static struct {
  FUNCTIONS(CL_POINTER)
} sodium;
static const char *load_error;

static void load(void) {
#define SYMBOL(name) CL_SYMBOL(sodium, name)
  static const cl_symbol symbols[] = {FUNCTIONS(SYMBOL)};
  load_error = CL_LOAD(symbols, "libsodium.so.23", "libsodium.so.26");
  if (!load_error && sodium.sodium_init() < 0) load_error = "libsodium does not start";
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

_Static_assert(CS_SIGNATURE_BYTES == crypto_auth_hmacsha256_BYTES, "a signature of HMAC-SHA256");

bool cs_sign(const uint8_t *message, size_t length, const uint8_t *key, size_t key_length,
             uint8_t signature[CS_SIGNATURE_BYTES]) {
  if (cs_load()) return false;
  crypto_auth_hmacsha256_state state;
  return !sodium.crypto_auth_hmacsha256_init(&state, key, key_length) &&
         !sodium.crypto_auth_hmacsha256_update(&state, message, length) &&
         !sodium.crypto_auth_hmacsha256_final(&state, signature);
}
