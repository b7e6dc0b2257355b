/// Reads messages of OwnTracks, one JSON object each, into plain records.
#pragma once
#include "CSimdJSON.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { GEO_OWNTRACKS_LOCATION, GEO_OWNTRACKS_ENCRYPTED, GEO_OWNTRACKS_OTHER, GEO_OWNTRACKS_ARRAY, GEO_OWNTRACKS_FAULT };

enum {
  /// `text` is simdjson's message.
  GEO_OWNTRACKS_NOT_JSON,
  /// JSON, but not an object; `text` is the value.
  GEO_OWNTRACKS_NOT_OBJECT,
  /// `_type` is missing or not a text.
  GEO_OWNTRACKS_NO_TYPE,
  /// `field` cannot be read; `text` is the value as written.
  GEO_OWNTRACKS_BAD_VALUE
};

/// The numbers of a location; the order is also that of geo_owntracks_field_name.
enum {
  GEO_OWNTRACKS_LAT, GEO_OWNTRACKS_LON, GEO_OWNTRACKS_ACC, GEO_OWNTRACKS_ALT, GEO_OWNTRACKS_VAC,
  GEO_OWNTRACKS_VEL, GEO_OWNTRACKS_COG, GEO_OWNTRACKS_TST, GEO_OWNTRACKS_CREATED_AT, GEO_OWNTRACKS_NUMBERS
};

typedef struct {
  uint8_t kind, fault, field;
  /// By field; NaN if missing. Degrees, meters, km/h, seconds since 1970.
  double values[GEO_OWNTRACKS_NUMBERS];
  /// The value of `_type`, `topic` and, if encrypted, `data`; of length 0 if missing.
  geo_text type, topic, data;
  /// See faults.
  geo_text text;
  /// A hash of all other members of a location, in any order; 0 if there are none.
  uint64_t attributes;
} geo_owntracks_record;

typedef struct geo_owntracks geo_owntracks;

geo_owntracks *geo_owntracks_new(void);
void geo_owntracks_free(geo_owntracks *reader);

/// Reads one message, or detects an array of them.
///
/// GEO_LOG_PADDING readable bytes must follow. The last of repeated keys counts. Texts are valid until the
/// next call, or as long as the input bytes.
void geo_owntracks_read(geo_owntracks *reader, const char *bytes, size_t length, geo_owntracks_record *record);

/// What geo_owntracks_next found: an element, the end of the array and of the text, or something invalid.
enum { GEO_OWNTRACKS_ELEMENT, GEO_OWNTRACKS_END, GEO_OWNTRACKS_BROKEN };

/// Moves the start of `rest`, initially the text of an array, past its next element.
int geo_owntracks_next(geo_text *rest, geo_text *element);

/// The other members of the last location as a JSON object on one line; of length 0 if they are not valid
/// JSON.
geo_text geo_owntracks_attributes(geo_owntracks *reader);

/// A message on one line; of length 0 if it is not valid JSON to the end. Padding must follow.
geo_text geo_owntracks_line(geo_owntracks *reader, const char *bytes, size_t length);

const char *geo_owntracks_field_name(uint8_t field);

#ifdef __cplusplus
}
#endif
