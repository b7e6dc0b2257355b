#include <charconv>
#include <cmath>

#include "LogReader.hpp"
#include "LogScanner.hpp"

using namespace simdjson;
using namespace event_log;
using member::trimmed;

const char *geo_log_field_name(uint8_t field) { return field < GEO_LOG_FIELDS ? names[field].data() : ""; }

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

namespace {

/// The fields of a line, on their way into a record.
struct Fields {
  const Line &line;
  geo_log_record &record;

  bool has(int field) const { return (line.given & bit(field)) != 0; }
  double value(int field) const { return has(field) ? line.number[field] : NAN; }
  geo_text text(int field) const { return has(field) ? line.text[field] : geo_text{nullptr, 0}; }

  bool bad(uint64_t mask) const {
    if ((line.bad & mask) == 0) return false;
    uint8_t field = uint8_t(__builtin_ctzll(line.bad & mask));
    return fault(record, GEO_LOG_BAD_VALUE, field, line.text[field]);
  }

  bool missing(uint8_t field) const { return fault(record, GEO_LOG_MISSING, field, {nullptr, 0}); }

  // A field is a number or a name: either the number is NaN or the name is empty.
  void take_either(int field, double &number, geo_text &name) const {
    name = text(field);
    number = has(field) && name.bytes == nullptr ? line.number[field] : NAN;
  }

  bool lacks_kind(const char *bytes, size_t length) const;
  bool lacks_range(int first, int last) const;
  bool lacks_single(uint8_t field) const;
  bool lacks_message() const;
  bool lacks_header() const;
  bool lacks_body(const char *bytes, size_t length) const;
};

/// Sets the kind, the times and the marks; true for a fault.
inline bool Fields::lacks_kind(const char *bytes, size_t length) const {
  if (bad(bit(GEO_LOG_TYPE) | bit(GEO_LOG_DEVICE) | bit(GEO_LOG_TIME) | bit(GEO_LOG_TIMESTAMP))) return true;
  if (has(GEO_LOG_TYPE)) {
    record.kind = kind_of(line.text[GEO_LOG_TYPE]);
    if (record.kind == GEO_LOG_FAULT)
      return fault(record, GEO_LOG_UNKNOWN_TYPE, GEO_LOG_TYPE, line.text[GEO_LOG_TYPE]);
  } else if (has(GEO_LOG_LATITUDE)) {
    record.kind = GEO_LOG_LOCATION;
  } else {
    return fault(record, GEO_LOG_NO_TYPE, GEO_LOG_TYPE, {bytes, length});
  }
  take_either(GEO_LOG_TIME, record.time, record.time_text);
  take_either(GEO_LOG_TIMESTAMP, record.timestamp, record.timestamp_text);
  record.text = {nullptr, 0};
  record.marks = 0;
  if ((line.given & marks) == 0) return false;
  if (bad(marks)) return true;
  if (value(GEO_LOG_IS_REBASING) == 1) record.marks |= GEO_LOG_REBASES;
  if (value(GEO_LOG_IS_COALESCED) == 1) record.marks |= GEO_LOG_COALESCED;
  if (value(GEO_LOG_IS_SIMULATED) == 1) record.marks |= GEO_LOG_SIMULATED;
  return false;
}

/// Sets the numbers of a fix or a heading; true for a fault.
inline bool Fields::lacks_range(int first, int last) const {
  if (bad(((2u << (last - first)) - 1) << first)) return true;
  for (int field = first; field <= last; field++) record.values[field - first] = value(field);
  return has(first) ? false : missing(uint8_t(first));
}

/// Sets the one value that a line is about; true for a fault.
inline bool Fields::lacks_single(uint8_t field) const {
  if (bad(bit(field))) return true;
  if (!has(field)) return missing(field);
  take_either(field, record.values[0], record.text);
  return false;
}

inline bool Fields::lacks_message() const {
  const int object = record.kind == GEO_LOG_MESSAGE ? GEO_LOG_MESSAGE_OBJECT : GEO_LOG_ATTRIBUTES_OBJECT;
  if (bad(bit(GEO_LOG_FORM) | bit(GEO_LOG_MESSAGE_TYPE) | bit(object))) return true;
  if (!has(object)) return missing(uint8_t(object));
  record.json = line.text[object];
  record.text = text(GEO_LOG_FORM);
  record.message_type = text(GEO_LOG_MESSAGE_TYPE);
  return false;
}

inline bool Fields::lacks_header() const {
  if (bad(bit(GEO_LOG_VERSION))) return true;
  if (!has(GEO_LOG_VERSION)) return missing(GEO_LOG_VERSION);
  record.values[0] = value(GEO_LOG_VERSION);
  record.values[1] = (line.bad & bit(GEO_LOG_PART)) != 0 ? NAN : value(GEO_LOG_PART);
  record.text = text(GEO_LOG_STARTED);
  return false;
}

/// Sets what the kind needs; true for a fault.
inline bool Fields::lacks_body(const char *bytes, size_t length) const {
  switch (record.kind) {
  case GEO_LOG_LOCATION:
    if (lacks_range(GEO_LOG_LATITUDE, GEO_LOG_COURSE)) return true;
    return has(GEO_LOG_LONGITUDE) ? false : missing(GEO_LOG_LONGITUDE);
  case GEO_LOG_HEADING: return lacks_range(GEO_LOG_MAGNETIC_HEADING, GEO_LOG_Z);
  case GEO_LOG_ERROR: return lacks_single(GEO_LOG_CODE);
  case GEO_LOG_AUTHORIZATION: return lacks_single(GEO_LOG_STATUS);
  case GEO_LOG_SERVICES: return lacks_single(GEO_LOG_ENABLED);
  case GEO_LOG_NETWORK: return lacks_single(GEO_LOG_UP);
  case GEO_LOG_AIRPLANE: return lacks_single(GEO_LOG_ON);
  case GEO_LOG_APP: return lacks_single(GEO_LOG_STATE);
  case GEO_LOG_MESSAGE:
  case GEO_LOG_ATTRIBUTES: return lacks_message();
  case GEO_LOG_RECORDING: return lacks_header();
  case GEO_LOG_HAND: record.text = line.text[GEO_LOG_TYPE]; [[fallthrough]];
  case GEO_LOG_ACKNOWLEDGE:
  case GEO_LOG_PROFILE: record.json = trimmed({bytes, length}); return false;
  default: return false;
  }
}

}  // namespace

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
  Fields fields{line, record};
  if (fields.lacks_kind(bytes, length) || fields.lacks_body(bytes, length)) return true;
  if (line.other_count > 0 || (line.given & ~(common | used(record.kind))) != 0) note_unused(line, record.kind);
  const geo_text device = fields.text(GEO_LOG_DEVICE);
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
      if (log->unused_lines.size() < log->unused.size()) log->unused_lines.resize(log->unused.size(), *lines);
    }
    *lines += 1;
    at = newline != nullptr ? newline + 1 : end;
  }
  return size_t(at - bytes);
}

size_t geo_log_unused_count(const geo_log *log) { return log->unused.size(); }

geo_text geo_log_unused_name(const geo_log *log, size_t index, size_t *line) {
  if (index >= log->unused.size()) return {nullptr, 0};
  *line = log->unused_lines[index];
  return {log->unused[index].data(), log->unused[index].size()};
}

uint32_t geo_log_device_count(const geo_log *log) { return log->devices.count(); }

geo_text geo_log_device_name(const geo_log *log, uint32_t device) {
  const std::string &name = log->devices.name(device);
  return {name.data(), name.size()};
}
