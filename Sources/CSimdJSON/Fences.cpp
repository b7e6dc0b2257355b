#include "FencePositions.hpp"

using namespace simdjson;
using member::for_each, member::is, member::take, member::take_object, member::take_text;

namespace {

const char *const field_names[GEO_FENCE_FIELD_COUNT] = {
    "id", "identifier", "name", "title", "shape", "radius", "width", "desiredAccuracy", "notifyOnEntry",
    "notifyOnExit", "enterDelay", "exitDelay", "dwell", "accuracyMode", "maximumError", "minimumAccuracy",
    "detectsCrossing", "minimumAltitude", "maximumAltitude", "schedule"};

error_code take_properties(ondemand::value value, geo_fence &fence) {
  for (size_t each = GEO_FENCE_ID + 1; each < GEO_FENCE_FIELD_COUNT; each++) fence.fields[each] = {};
  // RFC 7946 §3.2 allows null besides an object; anything else is ignored too.
  return for_each(value, [&](std::string_view key, ondemand::value property) {
    for (size_t each = GEO_FENCE_ID + 1; each < GEO_FENCE_FIELD_COUNT; each++)
      if (key == field_names[each]) {
        if (each == GEO_FENCE_SCHEDULE) return take_object(property, fence.fields[each]);
        take(property, fence.fields[each]);
        break;
      }
    return SUCCESS;
  });
}

/// Takes the properties as written.
error_code keep(ondemand::value value, geo_fence &fence) {
  geo_fence_field field;
  SIMDJSON_TRY(take_object(value, field));
  fence.properties = field.is == GEO_FENCE_OBJECT ? field.text : geo_text{nullptr, 0};
  return SUCCESS;
}

error_code take_geometry(ondemand::value value, geo_fence &fence, FencePositions &positions) {
  fence.geometry = {nullptr, 0};
  positions.clear();
  return for_each(value, [&](std::string_view key, ondemand::value item) {
    if (key == "type") return take_text(item, fence.geometry);
    if (key == "coordinates") return positions.take(item);
    return SUCCESS;
  });
}

/// Takes a box of two or three dimensions, without heights (RFC 7946 §5).
error_code take_bbox(ondemand::value value, double bbox[4]) {
  double numbers[6];
  size_t count = 0;
  bbox[0] = NAN;
  ondemand::array array;
  if (value.get_array().get(array) != SUCCESS) return SUCCESS;
  for (auto next : array) {
    ondemand::value element;
    SIMDJSON_TRY(std::move(next).get(element));
    const char first = element.raw_json_token()[0];
    if (count == 6 || (first != '-' && (first < '0' || first > '9'))) return SUCCESS;
    if (element.get_double().get(numbers[count++]) != SUCCESS) return SUCCESS;
  }
  if (count != 4 && count != 6) return SUCCESS;
  const size_t half = count / 2;
  bbox[0] = numbers[0], bbox[1] = numbers[1], bbox[2] = numbers[half], bbox[3] = numbers[half + 1];
  return SUCCESS;
}

/// Returns whether `type` is one of the geometries of RFC 7946 §1.4.
bool is_geometry(geo_text type) {
  for (const char *name : {"Point", "MultiPoint", "LineString", "MultiLineString", "Polygon",
                           "MultiPolygon", "GeometryCollection"})
    if (is(type, name)) return true;
  return false;
}

} // namespace

struct geo_fences {
  ondemand::parser parser;
  FencePositions positions;
  bool keeps_properties = false;
  geo_fences_receiver receive;
  void *context;
  const char *start;

  geo_fence nothing(size_t offset, size_t number);
  error_code take_features(ondemand::value value, bool &is_array);
  error_code scan(ondemand::object object, geo_fence &fence, bool *has_features);
  error_code read(const char *bytes, size_t length, geo_fences_outcome &outcome);
  void deliver(geo_fence &fence);
};

geo_fence geo_fences::nothing(size_t offset, size_t number) {
  positions.clear();
  geo_fence fence = {};
  fence.offset = offset;
  fence.number = number;
  fence.bbox[0] = NAN;
  return fence;
}

void geo_fences::deliver(geo_fence &fence) {
  fence.positions = positions.view();
  receive(context, &fence);
}

/// Collects the members of one object; if `has_features` is given, its features are handed over.
error_code geo_fences::scan(ondemand::object object, geo_fence &fence, bool *has_features) {
  return for_each(object, [&](std::string_view key, ondemand::value value) {
    if (key == "type") return take_text(value, fence.type);
    if (key == "geometry") return take_geometry(value, fence, positions);
    if (key == "properties") return keeps_properties ? keep(value, fence) : take_properties(value, fence);
    if (key == "bbox") return take_bbox(value, fence.bbox);
    if (key == "features" && has_features != nullptr) {
      SIMDJSON_TRY(take_features(value, *has_features));
      // The features used the memory of this object's own geometry, which a collection does not have.
      fence.geometry = {nullptr, 0};
      positions.clear();
    }
    if (key == "id") take(value, fence.fields[GEO_FENCE_ID]);
    return SUCCESS;
  });
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
      fence.type = member::trimmed(token);
    } else {
      SIMDJSON_TRY(element.get_object().get(object));
      SIMDJSON_TRY(scan(object, fence, nullptr));
    }
    deliver(fence);
  }
  return SUCCESS;
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
    deliver(fence);
  } else {
    outcome.is = GEO_FENCES_NOT_GEOJSON;
    outcome.text = fence.type;
  }
  return SUCCESS;
}

const char *geo_fence_field_name(size_t field) { return field_names[field]; }

geo_fences *geo_fences_new(void) { return new geo_fences; }
void geo_fences_free(geo_fences *fences) { delete fences; }
void geo_fences_keep_properties(geo_fences *fences) { fences->keeps_properties = true; }

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
