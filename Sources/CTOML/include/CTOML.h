/// The thin C interface of toml++: reads a TOML document of one level, value by value.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  CT_TEXT,
  CT_WHOLE,
  CT_NUMBER,
  CT_TRUTH,
  /// A date or a time; `text` is as RFC 3339 writes it.
  CT_TIME,
  /// A list; its elements follow.
  CT_LIST,
  CT_TABLE,
} ct_kind;

typedef struct {
  ct_kind kind;
  /// From 1.
  uint32_t line;
  /// Whether it is an element of the list that came before.
  bool is_element;
  /// Valid during the call.
  const char *text;
  size_t count;
  /// The number of CT_WHOLE; 0 or 1 of CT_TRUTH.
  int64_t whole;
  double number;
} ct_value;

/// Called for each value with its key.
typedef void (*ct_take)(void *context, const char *key, size_t count, const ct_value *value);

/// Called once for a document that is not TOML.
typedef void (*ct_refuse)(void *context, uint32_t line, uint32_t column, const char *words);

/// Reads a document in UTF-8; returns whether it is one.
bool ct_read(const char *bytes, size_t count, void *context, ct_take take, ct_refuse refuse);

#ifdef __cplusplus
}
#endif
