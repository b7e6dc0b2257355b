#include <charconv>

#include "DeviceNames.hpp"
#include "LogScanner.hpp"
#include "Members.hpp"

using namespace simdjson;
using namespace event_log;
using member::trimmed;

const char *geo_log_field_name(uint8_t field) { return field < GEO_LOG_FIELDS ? names[field].data() : ""; }

struct geo_log {
  ondemand::parser parser;
  DeviceNames devices;
  // Strings with escapes, unescaped; cleared at each call.
  std::deque<std::string> unescaped;
  // The member that names a group; empty for none.
  std::string group;
  // Whether it is a member of no other meaning, so that the scanner can take it on its way.
  bool scans_group = false;
  // Whether the scanner has read the last line, and the group that it found there.
  bool was_scanned = false;
  geo_text scanned_group = {nullptr, 0};

  geo_text keep(std::string_view text) {
    unescaped.emplace_back(text);
    return {unescaped.back().data(), unescaped.back().size()};
  }

  error_code field_of_next(ondemand::field &field, int &which);
  void take(ondemand::value value, int which, Line &line);
  error_code scan(const char *bytes, size_t length, Line &line, bool &is_object);
  bool read(const char *bytes, size_t length, geo_log_record &record);
  error_code find_group(ondemand::document &document, bool is_escaped, ondemand::value &value);
  geo_text group_of(const char *bytes, size_t length);
};

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
    int which;
    SIMDJSON_TRY(field_of_next(field, which));
    if (which >= 0) take(field.value(), which, line);
  }
  // Only the end may follow the object.
  const char *rest;
  return document.current_location().get(rest) == OUT_OF_BOUNDS ? SUCCESS : TRAILING_CONTENT;
}

static bool fault(geo_log_record &record, uint8_t what, uint8_t field, geo_text text) {
  record.kind = GEO_LOG_FAULT;
  record.fault = what;
  record.field = field;
  record.text = text;
  return true;
}

static bool is(geo_text text, const char *name) {
  return strlen(name) == text.length && memcmp(text.bytes, name, text.length) == 0;
}

/// Returns the kind that a type names, or GEO_LOG_FAULT.
static uint8_t kind_of(geo_text type) {
  static const struct { const char *name; uint8_t kind; } kinds[] = {
      {"location", GEO_LOG_LOCATION}, {"heading", GEO_LOG_HEADING}, {"clock", GEO_LOG_CLOCK},
      {"error", GEO_LOG_ERROR}, {"authorization", GEO_LOG_AUTHORIZATION},
      {"services", GEO_LOG_SERVICES}, {"network", GEO_LOG_NETWORK}, {"airplane", GEO_LOG_AIRPLANE},
      {"profile", GEO_LOG_PROFILE}, {"app", GEO_LOG_APP}, {"tap", GEO_LOG_HAND},
      {"doubleTap", GEO_LOG_HAND}, {"longPress", GEO_LOG_HAND}, {"touch", GEO_LOG_HAND},
      {"drag", GEO_LOG_HAND}, {"pan", GEO_LOG_HAND}, {"zoom", GEO_LOG_HAND},
      {"rotate", GEO_LOG_HAND}, {"tapControl", GEO_LOG_HAND}, {"signalLost", GEO_LOG_SIGNAL_LOST},
      {"beacon", GEO_LOG_HAND}, {"message", GEO_LOG_MESSAGE}, {"attributes", GEO_LOG_ATTRIBUTES},
      {"acknowledge", GEO_LOG_ACKNOWLEDGE},
      {"recording", GEO_LOG_RECORDING}, {"device", GEO_LOG_DEVICE_NAME},
      {"stopped", GEO_LOG_STOPPED}};
  for (const auto &each : kinds)
    if (is(type, each.name)) return each.kind;
  return GEO_LOG_FAULT;
}

/// Fills `record` from one line; returns false where the line is blank.
bool geo_log::read(const char *bytes, size_t length, geo_log_record &record) {
  Line line;
  bool is_object = true;
  LogScanner scanner(bytes, length, line, scans_group ? std::string_view(group) : std::string_view());
  was_scanned = scanner.read();
  scanned_group = scanner.group();
  error_code error = was_scanned ? SUCCESS : scan(bytes, length, line, is_object);
  if (error == EMPTY) return false;
  if (error != SUCCESS) {
    const char *words = error_message(error);
    return fault(record, GEO_LOG_NOT_JSON, 0, {words, strlen(words)});
  }
  if (!is_object) return fault(record, GEO_LOG_NOT_OBJECT, 0, {bytes, length});

  auto has = [&](int field) { return (line.given & bit(field)) != 0; };
  auto value = [&](int field) { return has(field) ? line.number[field] : NAN; };
  auto bad = [&](uint64_t mask) {
    if ((line.bad & mask) == 0) return false;
    uint8_t field = uint8_t(__builtin_ctzll(line.bad & mask));
    return fault(record, GEO_LOG_BAD_VALUE, field, line.text[field]);
  };
  auto missing = [&](uint8_t field) { return fault(record, GEO_LOG_MISSING, field, {nullptr, 0}); };
  // A field is a number or a name: either the number is NaN or the name is empty.
  auto take_either = [&](int field, double &number, geo_text &text) {
    text = has(field) ? line.text[field] : geo_text{nullptr, 0};
    number = has(field) && text.bytes == nullptr ? line.number[field] : NAN;
  };

  if (bad(bit(GEO_LOG_TYPE) | bit(GEO_LOG_DEVICE) | bit(GEO_LOG_TIME) | bit(GEO_LOG_TIMESTAMP)))
    return true;
  if (has(GEO_LOG_TYPE)) {
    record.kind = kind_of(line.text[GEO_LOG_TYPE]);
    if (record.kind == GEO_LOG_FAULT)
      return fault(record, GEO_LOG_UNKNOWN_TYPE, GEO_LOG_TYPE, line.text[GEO_LOG_TYPE]);
  } else if (has(GEO_LOG_LATITUDE)) {
    record.kind = GEO_LOG_LOCATION;
  } else {
    return fault(record, GEO_LOG_NO_TYPE, GEO_LOG_TYPE, {bytes, length});
  }
  geo_text device = has(GEO_LOG_DEVICE) ? line.text[GEO_LOG_DEVICE] : geo_text{nullptr, 0};
  take_either(GEO_LOG_TIME, record.time, record.time_text);
  take_either(GEO_LOG_TIMESTAMP, record.timestamp, record.timestamp_text);
  record.text = {nullptr, 0};
  record.marks = 0;
  if ((line.given & marks) != 0) {
    if (bad(marks)) return true;
    if (value(GEO_LOG_IS_REBASING) == 1) record.marks |= GEO_LOG_REBASES;
    if (value(GEO_LOG_IS_COALESCED) == 1) record.marks |= GEO_LOG_COALESCED;
    if (value(GEO_LOG_IS_SIMULATED) == 1) record.marks |= GEO_LOG_SIMULATED;
  }

  int first = 0, last = -1;
  uint8_t single = 0;
  switch (record.kind) {
  case GEO_LOG_LOCATION:
    first = GEO_LOG_LATITUDE, last = GEO_LOG_COURSE;
    break;
  case GEO_LOG_HEADING:
    first = GEO_LOG_MAGNETIC_HEADING, last = GEO_LOG_Z;
    break;
  case GEO_LOG_ERROR: single = GEO_LOG_CODE; break;
  case GEO_LOG_AUTHORIZATION: single = GEO_LOG_STATUS; break;
  case GEO_LOG_SERVICES: single = GEO_LOG_ENABLED; break;
  case GEO_LOG_NETWORK: single = GEO_LOG_UP; break;
  case GEO_LOG_AIRPLANE: single = GEO_LOG_ON; break;
  case GEO_LOG_APP: single = GEO_LOG_STATE; break;
  case GEO_LOG_ACKNOWLEDGE:
  case GEO_LOG_PROFILE: record.json = trimmed({bytes, length}); break;
  case GEO_LOG_HAND:
    record.text = line.text[GEO_LOG_TYPE];
    record.json = trimmed({bytes, length});
    break;
  case GEO_LOG_MESSAGE:
  case GEO_LOG_ATTRIBUTES: {
    const int object = record.kind == GEO_LOG_MESSAGE ? GEO_LOG_MESSAGE_OBJECT : GEO_LOG_ATTRIBUTES_OBJECT;
    if (bad(bit(GEO_LOG_FORM) | bit(GEO_LOG_MESSAGE_TYPE) | bit(object))) return true;
    if (!has(object)) return missing(uint8_t(object));
    record.json = line.text[object];
    record.text = has(GEO_LOG_FORM) ? line.text[GEO_LOG_FORM] : geo_text{nullptr, 0};
    record.message_type = has(GEO_LOG_MESSAGE_TYPE) ? line.text[GEO_LOG_MESSAGE_TYPE] : geo_text{nullptr, 0};
    break;
  }
  case GEO_LOG_RECORDING:
    if (bad(bit(GEO_LOG_VERSION))) return true;
    if (!has(GEO_LOG_VERSION)) return missing(GEO_LOG_VERSION);
    record.values[0] = value(GEO_LOG_VERSION);
    record.values[1] = (line.bad & bit(GEO_LOG_PART)) != 0 ? NAN : value(GEO_LOG_PART);
    record.text = has(GEO_LOG_STARTED) ? line.text[GEO_LOG_STARTED] : geo_text{nullptr, 0};
    break;
  }
  if (last >= 0) {
    if (bad(((2u << (last - first)) - 1) << first)) return true;
    for (int field = first; field <= last; field++) record.values[field - first] = value(field);
    if (!has(first)) return missing(uint8_t(first));
    if (record.kind == GEO_LOG_LOCATION && !has(GEO_LOG_LONGITUDE))
      return missing(GEO_LOG_LONGITUDE);
  }
  if (single != 0) {
    if (bad(bit(single))) return true;
    if (!has(single)) return missing(single);
    take_either(single, record.values[0], record.text);
  }
  record.device = device.length == 0 ? 0 : devices.number(device.bytes, device.length);
  return true;
}

size_t geo_number_write(double number, char *bytes) {
  return size_t(std::to_chars(bytes, bytes + GEO_NUMBER_LENGTH, number).ptr - bytes);
}

geo_log *geo_log_new(void) { return new geo_log; }
void geo_log_free(geo_log *log) { delete log; }

void geo_log_set_group(geo_log *log, const char *name, size_t length) {
  log->group.assign(name, length);
  // field_of compares up to the length of its longest name.
  log->scans_group = field_of((log->group + '"' + std::string(32, '\0')).data()) < 0;
}

size_t geo_log_read(geo_log *log, const char *bytes, size_t length, geo_log_record *records,
                    size_t capacity, size_t *count, size_t *lines) {
  const char *at = bytes, *const end = bytes + length;
  *count = *lines = 0;
  log->unescaped.clear();
  while (at < end && *count < capacity) {
    const char *newline = static_cast<const char *>(memchr(at, '\n', size_t(end - at)));
    const char *stop = newline != nullptr ? newline : end;
    geo_log_record &record = records[*count];
    if (stop > at && log->read(at, size_t(stop - at), record)) {
      record.line = *lines;
      record.group = log->group.empty() ? geo_text{nullptr, 0}
                     : log->scans_group && log->was_scanned ? log->scanned_group
                                                            : log->group_of(at, size_t(stop - at));
      *count += 1;
    }
    *lines += 1;
    at = newline != nullptr ? newline + 1 : end;
  }
  return size_t(at - bytes);
}

uint32_t geo_log_device_count(const geo_log *log) { return log->devices.count(); }

geo_text geo_log_device_name(const geo_log *log, uint32_t device) {
  const std::string &name = log->devices.name(device);
  return {name.data(), name.size()};
}
