/// The thin C face of simdjson: reads lines of the event log into plain records.
///
/// One geo_log belongs to one thread. Text in a record is not terminated and lives until the next
/// call of geo_log_read on the same geo_log, or as long as the bytes that were handed in.
#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Readable bytes that must follow what is handed to geo_log_read; simdjson reads past the end.
#define GEO_LOG_PADDING 64

enum {
  GEO_LOG_LOCATION, GEO_LOG_HEADING, GEO_LOG_ERROR, GEO_LOG_AUTHORIZATION, GEO_LOG_SERVICES,
  GEO_LOG_NETWORK, GEO_LOG_AIRPLANE, GEO_LOG_HAND, GEO_LOG_APP, GEO_LOG_CLOCK, GEO_LOG_FAULT
};

enum {
  /// The line is not one whole JSON value; `text` is simdjson's word for it.
  GEO_LOG_NOT_JSON = 1,
  /// The line is JSON but no object.
  GEO_LOG_NOT_OBJECT,
  /// The line has neither a type nor a latitude.
  GEO_LOG_NO_TYPE,
  /// `text` is the type.
  GEO_LOG_UNKNOWN_TYPE,
  /// `field` is not there.
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
  GEO_LOG_STATE, GEO_LOG_TYPE, GEO_LOG_DEVICE, GEO_LOG_FIELDS
};

typedef struct {
  const char *bytes;
  size_t length;
} geo_text;

typedef struct {
  uint8_t kind;
  uint8_t fault;
  uint8_t field;
  /// 0 where the line names none, else the number of a name for geo_log_device_name.
  uint32_t device;
  /// Counted from 0 at the start of the bytes of this call.
  size_t line;
  /// Seconds since 1970; NaN where the line has text or nothing.
  double time, timestamp;
  /// Text where the line has text instead of a number, else of length 0.
  geo_text time_text, timestamp_text;
  /// By kind. Location: latitude, longitude, horizontalAccuracy, altitude, verticalAccuracy, speed,
  /// course. Heading: magneticHeading, trueHeading, headingAccuracy, x, y, z. Error and
  /// authorization: the number, NaN where `text` has a name. Switches: 1 or 0. NaN where missing.
  double values[7];
  /// By kind: the type (hand), the name (error, authorization), the state (app), see also faults.
  geo_text text;
  /// The line's whole JSON (hand).
  geo_text json;
} geo_log_record;

typedef struct geo_log geo_log;

geo_log *geo_log_new(void);
void geo_log_free(geo_log *log);

/// Reads whole lines from `bytes`, until `capacity` records are filled.
///
/// Returns the bytes consumed; `*count` records are filled and `*lines` lines passed, blank ones
/// included. The last line need not end with a newline. Of a key given twice the last counts.
size_t geo_log_read(geo_log *log, const char *bytes, size_t length, geo_log_record *records,
                    size_t capacity, size_t *count, size_t *lines);

/// The greatest number of a device so far; numbers start at 1.
uint32_t geo_log_device_count(const geo_log *log);
/// The name of a device, UTF-8; it lives as long as the log.
geo_text geo_log_device_name(const geo_log *log, uint32_t device);
const char *geo_log_field_name(uint8_t field);

#ifdef __cplusplus
}
#endif
