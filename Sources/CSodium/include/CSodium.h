// libsodium's parts that open what was sealed with a shared key and sign messages, loaded when the first is asked for.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Loads libsodium. Returns NULL when it is there, else why not.
const char *cs_load(void);

enum { CS_KEY_BYTES = 32 };

// Opens a box: base64 of a nonce of 24 bytes and what crypto_secretbox_easy made with it.
// Returns the bytes written to `text`, which must have room for `length` bytes, or -1 where it is no box of this key.
ptrdiff_t cs_open(const char *base64, size_t length, const uint8_t key[CS_KEY_BYTES], char *text);

enum { CS_SIGNATURE_BYTES = 32 };

// Signs a message by HMAC-SHA256; false without libsodium.
bool cs_sign(const uint8_t *message, size_t length, const uint8_t *key, size_t key_length,
             uint8_t signature[CS_SIGNATURE_BYTES]);
