#include <cmath>
#include <cstring>

#include "CSimdJSON.h"
// No exception may leave this face: without them simdjson has no call that throws.
#define SIMDJSON_EXCEPTIONS 0
#include <simdjson.h>

using namespace simdjson;

namespace {

geo_text trimmed(std::string_view text) {
  while (!text.empty() && uint8_t(text.back()) <= ' ') text.remove_suffix(1);
  return {text.data(), text.size()};
}

bool is(geo_text text, const char *name) {
  return strlen(name) == text.length && memcmp(text.bytes, name, text.length) == 0;
}

/// Takes a key; one without escapes stays where it is, so that a large text is not copied key by key.
error_code take_key(ondemand::field &field, std::string_view &key) {
  const char *start = field.key().raw(), *end = start;
  while (*end != '"' && *end != '\\') end++;
  if (*end != '"') return field.unescaped_key().get(key);
  key = {start, size_t(end - start)};
  return SUCCESS;
}

/// Takes the text of a string, or for another value the value as written.
error_code take_text(ondemand::value &value, geo_text &text) {
  std::string_view token = value.raw_json_token();
  text = trimmed(token);
  if (token[0] != '"') return SUCCESS;
  const char *start = token.data() + 1, *end = start;
  while (*end != '"' && *end != '\\') end++;
  if (*end == '"') {
    text = {start, size_t(end - start)};
    return SUCCESS;
  }
  // Written with escapes; simdjson keeps the true form until the next text is read.
  std::string_view plain;
  SIMDJSON_TRY(value.get_string().get(plain));
  text = {plain.data(), plain.size()};
  return SUCCESS;
}

/// Takes one member; null is as if the key were not there.
void take(ondemand::value value, geo_fence_field &field) {
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

error_code take_properties(ondemand::value value, geo_fence &fence) {
  static const struct { const char *name; geo_fence_field geo_fence::*field; } names[] = {
      {"radius", &geo_fence::radius}, {"identifier", &geo_fence::identifier},
      {"name", &geo_fence::name}, {"title", &geo_fence::title},
      {"desiredAccuracy", &geo_fence::desired_accuracy},
      {"notifyOnEntry", &geo_fence::notify_on_entry}, {"notifyOnExit", &geo_fence::notify_on_exit}};
  for (const auto &each : names) fence.*each.field = {};
  ondemand::object object;
  // RFC 7946 §3.2 has null beside an object; anything else says nothing either.
  if (value.get_object().get(object) != SUCCESS) return SUCCESS;
  for (auto next : object) {
    ondemand::field field;
    SIMDJSON_TRY(std::move(next).get(field));
    std::string_view key;
    SIMDJSON_TRY(take_key(field, key));
    for (const auto &each : names)
      if (key == each.name) {
        take(field.value(), fence.*each.field);
        break;
      }
  }
  return SUCCESS;
}

/// Takes the first two numbers of a position; those of other geometries are nested and stay NaN.
error_code take_position(ondemand::value value, geo_fence &fence) {
  fence.longitude = fence.latitude = NAN;
  ondemand::array array;
  if (value.get_array().get(array) != SUCCESS) return SUCCESS;
  double *const places[] = {&fence.longitude, &fence.latitude};
  size_t count = 0;
  for (auto next : array) {
    ondemand::value element;
    SIMDJSON_TRY(std::move(next).get(element));
    if (count == 2) break;
    const char first = element.raw_json_token()[0];
    if (first != '-' && (first < '0' || first > '9')) break;
    // A number that no double holds stays NaN.
    if (element.get_double().get(*places[count]) != SUCCESS) *places[count] = NAN;
    count += 1;
  }
  return SUCCESS;
}

error_code take_geometry(ondemand::value value, geo_fence &fence) {
  fence.geometry = {nullptr, 0};
  fence.longitude = fence.latitude = NAN;
  ondemand::object object;
  if (value.get_object().get(object) != SUCCESS) return SUCCESS;
  for (auto next : object) {
    ondemand::field field;
    SIMDJSON_TRY(std::move(next).get(field));
    std::string_view key;
    SIMDJSON_TRY(take_key(field, key));
    ondemand::value member = field.value();
    if (key == "type") {
      SIMDJSON_TRY(take_text(member, fence.geometry));
    } else if (key == "coordinates") {
      SIMDJSON_TRY(take_position(member, fence));
    }
  }
  return SUCCESS;
}

} // namespace

struct geo_fences {
  ondemand::parser parser;
  geo_fences_receiver receive;
  void *context;
  const char *start;

  error_code take_features(ondemand::value value, bool &is_array);
  error_code scan(ondemand::object object, geo_fence &fence, bool *has_features);
  error_code read(const char *bytes, size_t length, geo_fences_outcome &outcome);
};

static geo_fence nothing(size_t offset, size_t number) {
  geo_fence fence = {};
  fence.offset = offset;
  fence.number = number;
  fence.longitude = fence.latitude = NAN;
  return fence;
}

/// Collects what one object says; where `has_features` is given, its features are handed over.
error_code geo_fences::scan(ondemand::object object, geo_fence &fence, bool *has_features) {
  for (auto next : object) {
    ondemand::field field;
    SIMDJSON_TRY(std::move(next).get(field));
    std::string_view key;
    SIMDJSON_TRY(take_key(field, key));
    ondemand::value value = field.value();
    if (key == "type") {
      SIMDJSON_TRY(take_text(value, fence.type));
    } else if (key == "id") {
      take(value, fence.id);
    } else if (key == "geometry") {
      SIMDJSON_TRY(take_geometry(value, fence));
    } else if (key == "properties") {
      SIMDJSON_TRY(take_properties(value, fence));
    } else if (key == "features" && has_features != nullptr) {
      SIMDJSON_TRY(take_features(value, *has_features));
    }
  }
  return SUCCESS;
}

error_code geo_fences::take_features(ondemand::value value, bool &is_array) {
  ondemand::array array;
  if (value.get_array().get(array) != SUCCESS) return SUCCESS;
  is_array = true;
  size_t number = 0;
  for (auto next : array) {
    ondemand::value element;
    SIMDJSON_TRY(std::move(next).get(element));
    std::string_view token = element.raw_json_token();
    geo_fence fence = nothing(size_t(token.data() - start), ++number);
    ondemand::object object;
    if (token[0] != '{') {
      fence.type = trimmed(token);
    } else {
      SIMDJSON_TRY(element.get_object().get(object));
      SIMDJSON_TRY(scan(object, fence, nullptr));
    }
    receive(context, &fence);
  }
  return SUCCESS;
}

/// Returns whether `type` is one of the geometries of RFC 7946 §1.4.
static bool is_geometry(geo_text type) {
  for (const char *name : {"Point", "MultiPoint", "LineString", "MultiLineString", "Polygon",
                           "MultiPolygon", "GeometryCollection"})
    if (is(type, name)) return true;
  return false;
}

error_code geo_fences::read(const char *bytes, size_t length, geo_fences_outcome &outcome) {
  ondemand::document document;
  SIMDJSON_TRY(parser.iterate(bytes, length, length + SIMDJSON_PADDING).get(document));
  auto ended = [&](error_code error) {
    const char *place;
    if (document.current_location().get(place) == SUCCESS && place >= bytes && place < bytes + length)
      outcome.offset = size_t(place - bytes);
    return error;
  };
  ondemand::json_type type;
  SIMDJSON_TRY(document.type().get(type));
  if (type != ondemand::json_type::object) {
    outcome.is = GEO_FENCES_NOT_OBJECT;
    return SUCCESS;
  }
  ondemand::object object;
  SIMDJSON_TRY(document.get_object().get(object));
  geo_fence fence = nothing(0, 0);
  bool has_features = false;
  error_code error = scan(object, fence, &has_features);
  if (error != SUCCESS) return ended(error);
  // Only the end may follow the object.
  const char *rest;
  if (document.current_location().get(rest) != OUT_OF_BOUNDS) return ended(TRAILING_CONTENT);

  if (is(fence.type, "FeatureCollection")) {
    outcome.is = has_features ? GEO_FENCES_READ : GEO_FENCES_NO_FEATURES;
  } else if (is(fence.type, "Feature") || is_geometry(fence.type)) {
    outcome.is = GEO_FENCES_READ;
    receive(context, &fence);
  } else {
    outcome.is = GEO_FENCES_NOT_GEOJSON;
    outcome.text = fence.type;
  }
  return SUCCESS;
}

geo_fences *geo_fences_new(void) { return new geo_fences; }
void geo_fences_free(geo_fences *fences) { delete fences; }

geo_fences_outcome geo_fences_read(geo_fences *fences, const char *bytes, size_t length,
                                   geo_fences_receiver receive, void *context) {
  fences->start = bytes;
  fences->receive = receive;
  fences->context = context;
  geo_fences_outcome outcome = {GEO_FENCES_READ, 0, {nullptr, 0}};
  error_code error = fences->read(bytes, length, outcome);
  if (error == EMPTY) {
    outcome.is = GEO_FENCES_BLANK;
  } else if (error != SUCCESS) {
    const char *words = error_message(error);
    outcome.is = GEO_FENCES_NOT_JSON;
    outcome.text = {words, strlen(words)};
  }
  return outcome;
}
