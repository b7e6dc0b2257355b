#pragma once
#include <cstring>
#include <string_view>

#include "CSimdJSON.h"

/// Names and kinds of the fields in a line of the event log.
namespace event_log {

inline constexpr std::string_view names[GEO_LOG_FIELDS] = {
    "latitude", "longitude", "horizontalAccuracy", "altitude", "verticalAccuracy", "speed", "course",
    "magneticHeading", "trueHeading", "headingAccuracy", "x", "y", "z", "time", "timestamp", "code",
    "status", "enabled", "up", "on", "state", "type", "device", "form", "messageType", "message",
    "attributes", "version", "part", "started", "rebases", "coalesced",
    "simulated"};

/// The fields of one line, before its type is known.
struct Line {
  // Bits by field. Only what `given` names has a value below; `bad` could not be read.
  uint64_t given = 0, bad = 0;
  double number[GEO_LOG_FIELDS];
  // The text of a string, or for a bad field the value as written.
  geo_text text[GEO_LOG_FIELDS];
  // The first keys that are no field.
  static constexpr int most_others = 8;
  geo_text others[most_others];
  int other_count = 0;

  void add_other(geo_text key) {
    if (other_count < most_others) others[other_count++] = key;
  }
};

constexpr uint64_t bit(int field) { return uint64_t(1) << field; }

// Fields whose value may be a string; all others are numbers or switches.
constexpr uint64_t strings = bit(GEO_LOG_TIME) | bit(GEO_LOG_TIMESTAMP) | bit(GEO_LOG_CODE) |
                             bit(GEO_LOG_STATUS) | bit(GEO_LOG_STATE) | bit(GEO_LOG_TYPE) |
                             bit(GEO_LOG_DEVICE) | bit(GEO_LOG_FORM) | bit(GEO_LOG_MESSAGE_TYPE) |
                             bit(GEO_LOG_STARTED);
constexpr uint64_t switches = bit(GEO_LOG_ENABLED) | bit(GEO_LOG_UP) | bit(GEO_LOG_ON) |
                              bit(GEO_LOG_IS_REBASING) | bit(GEO_LOG_IS_COALESCED) |
                              bit(GEO_LOG_IS_SIMULATED);
constexpr uint64_t objects = bit(GEO_LOG_MESSAGE_OBJECT) | bit(GEO_LOG_ATTRIBUTES_OBJECT);
// Fields that must be strings.
constexpr uint64_t texts =
    bit(GEO_LOG_TYPE) | bit(GEO_LOG_STATE) | bit(GEO_LOG_FORM) | bit(GEO_LOG_MESSAGE_TYPE);
// Fields that change the meaning of a recording's line.
constexpr uint64_t marks =
    bit(GEO_LOG_IS_REBASING) | bit(GEO_LOG_IS_COALESCED) | bit(GEO_LOG_IS_SIMULATED);

// Fields that every line may have.
constexpr uint64_t common = bit(GEO_LOG_TYPE) | bit(GEO_LOG_TIME) | bit(GEO_LOG_TIMESTAMP) | bit(GEO_LOG_DEVICE) | marks;

/// The fields from one to another.
constexpr uint64_t bits(int first, int last) { return (bit(last - first + 1) - 1) << first; }

/// The fields that lines of a kind use beside the common ones; all where the line is handed over as a whole, or is one
/// of a recording.
constexpr uint64_t used(uint8_t kind) {
  switch (kind) {
  case GEO_LOG_LOCATION: return bits(GEO_LOG_LATITUDE, GEO_LOG_COURSE);
  case GEO_LOG_HEADING: return bits(GEO_LOG_MAGNETIC_HEADING, GEO_LOG_Z);
  case GEO_LOG_ERROR: return bit(GEO_LOG_CODE);
  case GEO_LOG_AUTHORIZATION: return bit(GEO_LOG_STATUS);
  case GEO_LOG_SERVICES: return bit(GEO_LOG_ENABLED);
  case GEO_LOG_NETWORK: return bit(GEO_LOG_UP);
  case GEO_LOG_AIRPLANE: return bit(GEO_LOG_ON);
  case GEO_LOG_APP: return bit(GEO_LOG_STATE);
  case GEO_LOG_MESSAGE: return bit(GEO_LOG_FORM) | bit(GEO_LOG_MESSAGE_TYPE) | bit(GEO_LOG_MESSAGE_OBJECT);
  case GEO_LOG_ATTRIBUTES: return bit(GEO_LOG_FORM) | bit(GEO_LOG_MESSAGE_TYPE) | bit(GEO_LOG_ATTRIBUTES_OBJECT);
  default: return ~uint64_t(0);
  }
}

/// Returns the field called by the quoted key at `key`, or -1; the quote ends every comparison.
inline int field_of(const char *key) {
#define IS(field, name) \
  if (memcmp(key, name "\"", sizeof(name)) == 0) return field
  switch (key[0]) {
  case 'a': IS(GEO_LOG_ALTITUDE, "altitude"); IS(GEO_LOG_ATTRIBUTES_OBJECT, "attributes"); break;
  case 'c':
    IS(GEO_LOG_COURSE, "course");
    IS(GEO_LOG_CODE, "code");
    IS(GEO_LOG_IS_COALESCED, "coalesced");
    break;
  case 'd': IS(GEO_LOG_DEVICE, "device"); break;
  case 'e': IS(GEO_LOG_ENABLED, "enabled"); break;
  case 'f': IS(GEO_LOG_FORM, "form"); break;
  case 'h':
    IS(GEO_LOG_HORIZONTAL_ACCURACY, "horizontalAccuracy");
    IS(GEO_LOG_HEADING_ACCURACY, "headingAccuracy");
    break;
  case 'l':
    IS(GEO_LOG_LATITUDE, "latitude");
    IS(GEO_LOG_LONGITUDE, "longitude");
    // As tables and other programs call them.
    IS(GEO_LOG_LATITUDE, "lat");
    IS(GEO_LOG_LONGITUDE, "lon");
    IS(GEO_LOG_LONGITUDE, "lng");
    break;
  case 'm':
    IS(GEO_LOG_MAGNETIC_HEADING, "magneticHeading");
    IS(GEO_LOG_MESSAGE_OBJECT, "message");
    IS(GEO_LOG_MESSAGE_TYPE, "messageType");
    break;
  case 'o': IS(GEO_LOG_ON, "on"); break;
  case 'p': IS(GEO_LOG_PART, "part"); break;
  case 'r': IS(GEO_LOG_IS_REBASING, "rebases"); break;
  case 's':
    IS(GEO_LOG_SPEED, "speed");
    IS(GEO_LOG_STATUS, "status");
    IS(GEO_LOG_STATE, "state");
    IS(GEO_LOG_STARTED, "started");
    IS(GEO_LOG_IS_SIMULATED, "simulated");
    break;
  case 't':
    IS(GEO_LOG_TYPE, "type");
    IS(GEO_LOG_TIME, "time");
    IS(GEO_LOG_TIMESTAMP, "timestamp");
    IS(GEO_LOG_TRUE_HEADING, "trueHeading");
    break;
  case 'u': IS(GEO_LOG_UP, "up"); break;
  case 'v': IS(GEO_LOG_VERTICAL_ACCURACY, "verticalAccuracy"); IS(GEO_LOG_VERSION, "version"); break;
  case 'x': IS(GEO_LOG_X, "x"); break;
  case 'y': IS(GEO_LOG_Y, "y"); break;
  case 'z': IS(GEO_LOG_Z, "z"); break;
  }
#undef IS
  return -1;
}

} // namespace event_log
