// libcrypt's hashes of passwords, loaded when the first is asked for.
//
// Not linked, so that a run without users does not load it. Its binary interface: libcrypt.so.1 of libxcrypt or glibc.
#pragma once
#include <stdbool.h>
#include <stddef.h>

// The longest hash, with its zero.
#define CY_HASH_BYTES 384

// Loads libcrypt. Returns NULL when it is there, else why not.
const char *cy_load(void);

// Hashes a password the way that `setting`, a hash or the beginning of one, says. False for a setting that libcrypt
// does not know. Any thread; takes as long as the hash is meant to take.
bool cy_hash(const char *password, const char *setting, char hash[CY_HASH_BYTES]);

// The setting of a new hash with a salt of its own: yescrypt where libcrypt has it, else SHA-512.
bool cy_new_setting(char setting[CY_HASH_BYTES]);

// Whether two runs of bytes are equal, in a time that depends on their length alone.
bool cy_is_equal(const void *left, const void *right, size_t length);
