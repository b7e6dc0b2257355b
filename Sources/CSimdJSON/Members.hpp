#pragma once
#include <cmath>
#include <cstring>

#include "CSimdJSON.h"
// No exception may leave this interface: with exceptions off, no call of simdjson throws.
#define SIMDJSON_EXCEPTIONS 0
#include <simdjson.h>

/// Texts and values of JSON, kept in place if possible.
namespace member {

using namespace simdjson;

inline geo_text trimmed(std::string_view text) {
  while (!text.empty() && uint8_t(text.back()) <= ' ') text.remove_suffix(1);
  return {text.data(), text.size()};
}

inline bool is(geo_text text, const char *name) {
  return strlen(name) == text.length && memcmp(text.bytes, name, text.length) == 0;
}

/// Takes a key; one without escapes stays in place, so that a large text is not copied key by key.
inline error_code take_key(ondemand::field &field, std::string_view &key) {
  const char *start = field.key().raw(), *end = start;
  while (*end != '"' && *end != '\\') end++;
  if (*end != '"') return field.unescaped_key().get(key);
  key = {start, size_t(end - start)};
  return SUCCESS;
}

/// Takes the text of a string, or for another value the value as written.
inline error_code take_text(ondemand::value &value, geo_text &text) {
  std::string_view token = value.raw_json_token();
  text = trimmed(token);
  if (token[0] != '"') return SUCCESS;
  const char *start = token.data() + 1, *end = start;
  while (*end != '"' && *end != '\\') end++;
  if (*end == '"') {
    text = {start, size_t(end - start)};
    return SUCCESS;
  }
  // The text has escapes; simdjson keeps the unescaped form until the next text is read.
  std::string_view plain;
  SIMDJSON_TRY(value.get_string().get(plain));
  text = {plain.data(), plain.size()};
  return SUCCESS;
}

/// Takes one member; null counts as a missing key.
inline void take(ondemand::value value, geo_fence_field &field) {
  std::string_view token = value.raw_json_token();
  field = {GEO_FENCE_BAD, NAN, trimmed(token)};
  bool flag;
  switch (token[0]) {
  case 'n':
    if (value.is_null().get(flag) == SUCCESS && flag) field.is = GEO_FENCE_ABSENT;
    break;
  case 't':
  case 'f':
    if (value.get_bool().get(flag) == SUCCESS) field.is = GEO_FENCE_SWITCH, field.number = flag;
    break;
  case '"':
    if (take_text(value, field.text) == SUCCESS) field.is = GEO_FENCE_TEXT;
    break;
  case '{':
  case '[': break;
  default:
    if (value.get_double().get(field.number) == SUCCESS) field.is = GEO_FENCE_NUMBER;
  }
}

/// Calls `take` with each key of an object and its value.
template <typename Take> error_code for_each(ondemand::object object, Take take) {
  for (auto next : object) {
    ondemand::field field;
    SIMDJSON_TRY(std::move(next).get(field));
    std::string_view key;
    SIMDJSON_TRY(take_key(field, key));
    SIMDJSON_TRY(take(key, field.value()));
  }
  return SUCCESS;
}

/// The same for any value; a value that is not an object has no keys.
template <typename Take> error_code for_each(ondemand::value value, Take take) {
  ondemand::object object;
  return value.get_object().get(object) == SUCCESS ? for_each(object, take) : SUCCESS;
}

/// Takes one member that may be an object, kept as written.
inline error_code take_object(ondemand::value value, geo_fence_field &field) {
  if (value.raw_json_token()[0] != '{') {
    take(value, field);
    return SUCCESS;
  }
  ondemand::object object;
  std::string_view text;
  SIMDJSON_TRY(value.get_object().get(object));
  // raw_json() alone loses its place if the brackets do not hold an object.
  SIMDJSON_TRY(for_each(object, [](std::string_view, ondemand::value) { return SUCCESS; }));
  SIMDJSON_TRY(object.reset().error());
  SIMDJSON_TRY(object.raw_json().get(text));
  field = {GEO_FENCE_OBJECT, NAN, trimmed(text)};
  return SUCCESS;
}

} // namespace member
