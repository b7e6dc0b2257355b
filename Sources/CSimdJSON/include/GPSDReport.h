/// Reads the reports of gpsd, one JSON object per line, into plain records.
///
/// One geo_gpsd belongs to one thread. Text in a record is not terminated. It is valid until the next call of
/// geo_gpsd_read on the same geo_gpsd, or as long as the input bytes.
#pragma once
#include "CSimdJSON.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The class of a report. Any that is not listed is other: AIS, RTCM, SUBFRAME, TOFF, PPS, OSC, POLL …
enum {
  GEO_GPSD_TPV, GEO_GPSD_SKY, GEO_GPSD_GST, GEO_GPSD_ATT, GEO_GPSD_VERSION, GEO_GPSD_DEVICES, GEO_GPSD_DEVICE,
  GEO_GPSD_WATCH, GEO_GPSD_ERROR, GEO_GPSD_OTHER,
  /// Not one complete JSON object with a class; `text` is the reason.
  GEO_GPSD_FAULT
};

/// The numbers that are read in any class; each is NaN if it is missing, not a number or not finite.
enum {
  GEO_GPSD_MODE, GEO_GPSD_STATUS, GEO_GPSD_LAT, GEO_GPSD_LON, GEO_GPSD_ALT_MSL, GEO_GPSD_ALT, GEO_GPSD_ALT_HAE,
  GEO_GPSD_GEOID_SEP, GEO_GPSD_SPEED, GEO_GPSD_TRACK, GEO_GPSD_EPH, GEO_GPSD_EPX, GEO_GPSD_EPY, GEO_GPSD_EPV,
  GEO_GPSD_HEADING, GEO_GPSD_MHEADING, GEO_GPSD_HDOP,
  /// Satellites seen and used: nSat and uSat, else counted in `satellites`.
  GEO_GPSD_SEEN, GEO_GPSD_USED,
  GEO_GPSD_PROTOCOL, GEO_GPSD_NUMBERS
};

typedef struct {
  uint8_t kind;
  /// Of DEVICE: whether it is open; of WATCH: whether reports are sent.
  uint8_t is_active;
  double numbers[GEO_GPSD_NUMBERS];
  /// Seconds since 1970 if `time` is a number, as in old releases; else NaN.
  double time;
  geo_text time_text;
  /// The path of the receiver: `device`, or `path` of DEVICE.
  geo_text device;
  /// The message of ERROR, the release of VERSION, or simdjson's message for a fault.
  geo_text text;
  /// Of DEVICES: the number of paths for geo_gpsd_path.
  size_t device_count;
} geo_gpsd_report;

typedef struct geo_gpsd geo_gpsd;

geo_gpsd *geo_gpsd_new(void);
void geo_gpsd_free(geo_gpsd *gpsd);

/// Reads one line; GEO_LOG_PADDING readable bytes must follow. Returns 0 if it is blank.
int geo_gpsd_read(geo_gpsd *gpsd, const char *bytes, size_t length, geo_gpsd_report *report);

/// The path of a receiver that the last DEVICES listed.
geo_text geo_gpsd_path(const geo_gpsd *gpsd, size_t index);

#ifdef __cplusplus
}
#endif
