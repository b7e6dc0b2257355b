#include "LogReader.hpp"

#include <cstring>

/// What the quick scanner leaves: any valid JSON, keys with escapes, and groups that other members mean too.

using namespace simdjson;
using namespace event_log;
using member::trimmed;

/// Finds the member that names a group, also if its key has escapes.
error_code geo_log::find_group(ondemand::document &document, bool is_escaped, ondemand::value &value) {
  if (!is_escaped) return document.find_field_unordered(group).get(value);
  ondemand::object object;
  SIMDJSON_TRY(document.get_object().get(object));
  for (auto next : object) {
    ondemand::field field;
    SIMDJSON_TRY(std::move(next).get(field));
    std::string_view key;
    SIMDJSON_TRY(field.unescaped_key().get(key));
    if (key == group) {
      value = field.value();
      return SUCCESS;
    }
  }
  return NO_SUCH_FIELD;
}

/// Returns the member that names a group: its text, or its number as written.
geo_text geo_log::group_of(const char *bytes, size_t length) {
  ondemand::document document;
  ondemand::value value;
  if (parser.iterate(bytes, length, length + SIMDJSON_PADDING).get(document) != SUCCESS) return {nullptr, 0};
  const bool is_escaped = memchr(bytes, '\\', length) != nullptr;
  if (find_group(document, is_escaped, value) != SUCCESS) return {nullptr, 0};
  std::string_view token = value.raw_json_token(), text;
  if (token[0] == '"') return value.get_string().get(text) == SUCCESS ? keep(text) : geo_text{nullptr, 0};
  if (token[0] != '-' && (token[0] < '0' || token[0] > '9')) return {nullptr, 0};
  const geo_text number = trimmed(token);
  return keep({number.bytes, number.length});
}

/// Keeps the names of what a line has and its kind does not use, each once.
void geo_log::note_unused(const Line &line, uint8_t kind) {
  if (used(kind) == ~uint64_t(0)) return;
  uint64_t left = line.given & ~(common | used(kind));
  while (left != 0) {
    note_unused(names[__builtin_ctzll(left)]);
    left &= left - 1;
  }
  for (int index = 0; index < line.other_count; index++)
    note_unused({line.others[index].bytes, line.others[index].length});
}

void geo_log::note_unused(std::string_view name) {
  if (name == group || unused.size() >= most_unused) return;
  for (const std::string &known : unused)
    if (known == name) return;
  unused.emplace_back(name);
}

/// Finds the field that a key names, also if the key has escapes.
error_code geo_log::field_of_next(ondemand::field &field, int &which) {
  const char *key = field.key().raw();
  which = field_of(key);
  if (which >= 0) return SUCCESS;
  while (*key != '"' && *key != '\\') key++;
  if (*key == '"') return SUCCESS;
  std::string_view plain;
  SIMDJSON_TRY(field.unescaped_key().get(plain));
  std::string quoted(plain);
  quoted += '"';
  // field_of compares up to the length of its longest name.
  quoted.append(32, '\0');
  which = field_of(quoted.data());
  return SUCCESS;
}

/// Puts one value into the line; null counts as a missing key.
void geo_log::take(ondemand::value value, int which, Line &line) {
  const uint64_t mask = bit(which);
  std::string_view token = value.raw_json_token();
  line.given &= ~mask;
  line.bad &= ~mask;
  line.text[which] = {nullptr, 0};
  bool is_null = false;
  if (token[0] == 'n' && value.is_null().get(is_null) == SUCCESS && is_null) return;
  if (token[0] == '"' && (strings & mask) != 0) {
    const char *start = token.data() + 1, *end = start;
    while (*end != '"' && *end != '\\') end++;
    if (*end == '"') {
      line.text[which] = {start, size_t(end - start)};
      line.given |= mask;
      return;
    }
    std::string_view plain;
    if (value.get_string().get(plain) == SUCCESS) {
      line.text[which] = keep(plain);
      line.given |= mask;
      return;
    }
  } else if ((switches & mask) != 0) {
    bool on;
    if (value.get_bool().get(on) == SUCCESS) {
      line.number[which] = on;
      line.given |= mask;
      return;
    }
  } else if ((objects & mask) != 0) {
    geo_fence_field object;
    if (member::take_object(value, object) == SUCCESS && object.is == GEO_FENCE_OBJECT) {
      line.text[which] = object.text;
      line.given |= mask;
      return;
    }
  } else if (value.get_double().get(line.number[which]) == SUCCESS) {
    // A device may be a number: its name is the number as written.
    if (which == GEO_LOG_DEVICE) line.text[which] = trimmed(token);
    line.given |= mask;
    if ((mask & texts) == 0) return;
  }
  line.given |= mask;
  line.bad |= mask;
  line.text[which] = trimmed(token);
}

/// Collects the known fields of the object in `bytes`.
error_code geo_log::scan(const char *bytes, size_t length, Line &line, bool &is_object) {
  ondemand::document document;
  SIMDJSON_TRY(parser.iterate(bytes, length, length + SIMDJSON_PADDING).get(document));
  ondemand::json_type type;
  SIMDJSON_TRY(document.type().get(type));
  if (type != ondemand::json_type::object) {
    is_object = false;
    return SUCCESS;
  }
  ondemand::object object;
  SIMDJSON_TRY(document.get_object().get(object));
  for (auto next : object) {
    ondemand::field field;
    SIMDJSON_TRY(std::move(next).get(field));
    // A key with escapes can be read only once.
    const char *key = field.key().raw(), *rest = key;
    int which;
    SIMDJSON_TRY(field_of_next(field, which));
    if (which >= 0) {
      take(field.value(), which, line);
      continue;
    }
    while (*rest != '"' && *rest != '\\') rest++;
    // One with escapes is not told of.
    if (*rest == '"' && std::string_view(key, size_t(rest - key)) != group) line.add_other({key, size_t(rest - key)});
  }
  // Only the end may follow the object.
  const char *rest;
  return document.current_location().get(rest) == OUT_OF_BOUNDS ? SUCCESS : TRAILING_CONTENT;
}
