/// The thin C interface of simdjson: reads lines of the event log, and GeoJSON, into plain records.
///
/// One geo_log or geo_fences belongs to one thread. Text in a record is not terminated. It is valid until the
/// next call of geo_log_read on the same geo_log, or as long as the input bytes.
#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Readable bytes that must follow the input of geo_log_read; simdjson reads past the end.
#define GEO_LOG_PADDING 64

enum {
  GEO_LOG_LOCATION, GEO_LOG_HEADING, GEO_LOG_ERROR, GEO_LOG_AUTHORIZATION, GEO_LOG_SERVICES,
  GEO_LOG_NETWORK, GEO_LOG_AIRPLANE, GEO_LOG_PROFILE, GEO_LOG_HAND, GEO_LOG_APP, GEO_LOG_CLOCK,
  GEO_LOG_SIGNAL_LOST, GEO_LOG_MESSAGE, GEO_LOG_ATTRIBUTES, GEO_LOG_ACKNOWLEDGE,
  /// A recording's first line, one that only names a device, and the last of a run that was stopped.
  GEO_LOG_RECORDING, GEO_LOG_DEVICE_NAME, GEO_LOG_STOPPED,
  GEO_LOG_FAULT
};

/// The recorder's flags of a line.
enum { GEO_LOG_REBASES = 1, GEO_LOG_COALESCED = 2, GEO_LOG_SIMULATED = 4 };

enum {
  /// The line is not one complete JSON value; `text` is simdjson's message.
  GEO_LOG_NOT_JSON = 1,
  /// The line is JSON but not an object.
  GEO_LOG_NOT_OBJECT,
  /// The line, which is `text`, has neither a type nor a latitude.
  GEO_LOG_NO_TYPE,
  /// `text` is the type.
  GEO_LOG_UNKNOWN_TYPE,
  /// `field` is missing.
  GEO_LOG_MISSING,
  /// `field` is not of its kind, or a number too large for a double; `text` is the value as written.
  GEO_LOG_BAD_VALUE
};

/// The fields that are read; the order is also that of geo_log_field_name.
enum {
  GEO_LOG_LATITUDE, GEO_LOG_LONGITUDE, GEO_LOG_HORIZONTAL_ACCURACY, GEO_LOG_ALTITUDE,
  GEO_LOG_VERTICAL_ACCURACY, GEO_LOG_SPEED, GEO_LOG_COURSE, GEO_LOG_MAGNETIC_HEADING,
  GEO_LOG_TRUE_HEADING, GEO_LOG_HEADING_ACCURACY, GEO_LOG_X, GEO_LOG_Y, GEO_LOG_Z, GEO_LOG_TIME,
  GEO_LOG_TIMESTAMP, GEO_LOG_CODE, GEO_LOG_STATUS, GEO_LOG_ENABLED, GEO_LOG_UP, GEO_LOG_ON,
  GEO_LOG_STATE, GEO_LOG_TYPE, GEO_LOG_DEVICE,
  // Further fields of recordings.
  GEO_LOG_FORM, GEO_LOG_MESSAGE_TYPE, GEO_LOG_MESSAGE_OBJECT, GEO_LOG_ATTRIBUTES_OBJECT, GEO_LOG_VERSION,
  GEO_LOG_PART, GEO_LOG_STARTED, GEO_LOG_IS_REBASING, GEO_LOG_IS_COALESCED, GEO_LOG_IS_SIMULATED,
  GEO_LOG_FIELDS
};

typedef struct {
  const char *bytes;
  size_t length;
} geo_text;

typedef struct {
  uint8_t kind;
  uint8_t fault;
  uint8_t field;
  /// GEO_LOG_REBASES, GEO_LOG_COALESCED and GEO_LOG_SIMULATED.
  uint8_t marks;
  /// 0 if the line names none, else the number of a name for geo_log_device_name.
  uint32_t device;
  /// Counted from 0 at the start of the bytes of this call.
  size_t line;
  /// Seconds since 1970; NaN if the line has text or nothing.
  double time, timestamp;
  /// The time's text if the line has text instead of a number, else of length 0.
  geo_text time_text, timestamp_text;
  /// By kind. Location: latitude, longitude, horizontalAccuracy, altitude, verticalAccuracy, speed, course.
  /// Heading: magneticHeading, trueHeading, headingAccuracy, x, y, z. Error and authorization: the number,
  /// NaN if `text` has a name. Switches: 1 or 0. Recording: version, part. NaN if missing.
  double values[7];
  /// By kind: the type (hand), the name (error, authorization), the state (app), the form (message, attributes),
  /// when it was started (recording), see also faults.
  geo_text text;
  /// The line's whole JSON (hand, profile, acknowledge); the object (message, attributes).
  geo_text json;
  /// The type of a message; of length 0 if the line has none.
  geo_text message_type;
  /// The value of the member that geo_log_set_group names; of length 0 without one.
  geo_text group;
} geo_log_record;

typedef struct geo_log geo_log;

geo_log *geo_log_new(void);
void geo_log_free(geo_log *log);
/// From now on also reads the member of this name, which says the group of a device.
void geo_log_set_group(geo_log *log, const char *name, size_t length);

/// Reads whole lines from `bytes`, until `capacity` records are filled.
///
/// Returns the bytes consumed; `*count` records are filled and `*lines` lines passed, blank ones included.
/// The last line need not end with a newline. The last of repeated keys counts.
size_t geo_log_read(geo_log *log, const char *bytes, size_t length, geo_log_record *records,
                    size_t capacity, size_t *count, size_t *lines);

/// The greatest number of a device so far; numbers start at 1.
uint32_t geo_log_device_count(const geo_log *log);

/// The fields that lines had and their types do not use, each once, up to twenty. The name is valid until the log is
/// freed or read again; `*line` is where it came first, from the beginning of that call of geo_log_read.
size_t geo_log_unused_count(const geo_log *log);
geo_text geo_log_unused_name(const geo_log *log, size_t index, size_t *line);

/// The name of a device in UTF-8, valid as long as the log.
geo_text geo_log_device_name(const geo_log *log, uint32_t device);
const char *geo_log_field_name(uint8_t field);

/// The greatest length that geo_number_write writes.
#define GEO_NUMBER_LENGTH 32
/// Writes a finite number as the shortest JSON that reads back to the same number; returns the bytes written.
size_t geo_number_write(double number, char *bytes);

/// One member of a Feature.
enum { GEO_FENCE_ABSENT, GEO_FENCE_NUMBER, GEO_FENCE_TEXT, GEO_FENCE_SWITCH, GEO_FENCE_BAD, GEO_FENCE_OBJECT };
typedef struct {
  /// Absent also for null; bad for a value of an unexpected kind; an object only for a field that may be one.
  uint8_t is;
  /// The number, or 1 or 0 for a switch.
  double number;
  /// The text of a string; for anything else the value as written.
  geo_text text;
} geo_fence_field;

/// The fields of a Feature besides its geometry: its own id, then the members of its properties.
enum {
  GEO_FENCE_ID,
  GEO_FENCE_IDENTIFIER,
  GEO_FENCE_NAME,
  GEO_FENCE_TITLE,
  GEO_FENCE_SHAPE,
  GEO_FENCE_RADIUS,
  GEO_FENCE_WIDTH,
  GEO_FENCE_DESIRED_ACCURACY,
  GEO_FENCE_NOTIFY_ON_ENTRY,
  GEO_FENCE_NOTIFY_ON_EXIT,
  GEO_FENCE_ENTER_DELAY,
  GEO_FENCE_EXIT_DELAY,
  GEO_FENCE_DWELL,
  GEO_FENCE_ACCURACY_MODE,
  GEO_FENCE_MAXIMUM_ERROR,
  GEO_FENCE_MINIMUM_ACCURACY,
  GEO_FENCE_DETECTS_CROSSING,
  GEO_FENCE_MINIMUM_ALTITUDE,
  GEO_FENCE_MAXIMUM_ALTITUDE,
  GEO_FENCE_SCHEDULE,
  GEO_FENCE_FIELD_COUNT
};

/// The name of a field in files, such as `desiredAccuracy`.
const char *geo_fence_field_name(size_t field);

/// Positions in rings in parts, as the arrays of `coordinates` nest.
typedef struct {
  /// Longitude and latitude alternately, in degrees; further numbers of a position are skipped.
  const double *numbers;
  size_t position_count;
  /// The end of each ring as a position index, and of each part as a ring index.
  const size_t *ring_ends, *part_ends;
  size_t ring_count, part_count;
  /// The depth of nested arrays: 1 for a Point, 4 for a MultiPolygon; 0 if depths differ or something is not
  /// a pair of numbers.
  size_t depth;
} geo_fence_positions;

/// One Feature, or the value in its place. Its texts and positions are valid until the callback returns.
typedef struct {
  /// Its offset in bytes from the start of the text.
  size_t offset;
  /// Its number from 1 within a FeatureCollection, 0 for a single Feature.
  size_t number;
  /// The type, which should be "Feature"; of length 0 if missing.
  geo_text type;
  /// The geometry's type; of length 0 without a geometry.
  geo_text geometry;
  geo_fence_positions positions;
  /// West, south, east, north of the Feature's own box; NaN without a readable one.
  double bbox[4];
  geo_fence_field fields[GEO_FENCE_FIELD_COUNT];
  /// The whole object of its properties as written, if geo_fences_keep_properties requested it; else of
  /// length 0.
  geo_text properties;
} geo_fence;

enum {
  /// One Feature or bare geometry, or a FeatureCollection to its end.
  GEO_FENCES_READ,
  /// Nothing but space.
  GEO_FENCES_BLANK,
  /// `text` is simdjson's message, `offset` the byte where reading ended.
  GEO_FENCES_NOT_JSON,
  /// The text is JSON but not an object.
  GEO_FENCES_NOT_OBJECT,
  /// `text` is a type unknown to GeoJSON; of length 0 if missing.
  GEO_FENCES_NOT_GEOJSON,
  /// The text is a FeatureCollection without an array of features.
  GEO_FENCES_NO_FEATURES
};
typedef struct {
  uint8_t is;
  size_t offset;
  geo_text text;
} geo_fences_outcome;

typedef struct geo_fences geo_fences;
typedef void (*geo_fences_receiver)(void *context, const geo_fence *fence);

geo_fences *geo_fences_new(void);
void geo_fences_free(geo_fences *fences);
/// Hands over properties as written, and of the fields only the Feature's own id.
void geo_fences_keep_properties(geo_fences *fences);

/// Reads one JSON text and hands each Feature in it to `receive`.
///
/// GEO_LOG_PADDING readable bytes must follow. The last of repeated keys counts. Features before a fault in
/// the JSON are handed over first.
geo_fences_outcome geo_fences_read(geo_fences *fences, const char *bytes, size_t length,
                                   geo_fences_receiver receive, void *context);

#ifdef __cplusplus
}
#endif

#include "GPSDReport.h"
#include "OwnTracks.h"
