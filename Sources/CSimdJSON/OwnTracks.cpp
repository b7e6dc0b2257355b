#include "Members.hpp"
#include "OwnTracksScanner.hpp"

using namespace simdjson;
using member::take_text, member::trimmed;
using owntracks::hash, owntracks::is_space, owntracks::meaning_of;

static const char *const names[GEO_OWNTRACKS_NUMBERS] = {"lat", "lon", "acc", "alt",       "vac",
                                                         "vel", "cog", "tst", "created_at"};

const char *geo_owntracks_field_name(uint8_t field) {
  return field < GEO_OWNTRACKS_NUMBERS ? names[field] : "";
}

namespace {

// Deeper nesting is refused, so that no later reader exhausts its stack; Geo's JSONParser has the same limit.
constexpr size_t maximum_depth = 200;

} // namespace

struct geo_owntracks {
  ondemand::parser parser;
  dom::parser whole;
  // The attributes of the last location, each with its key, in place.
  std::vector<geo_text> attributes;
  std::string joined, line;
  // A text with escapes, unescaped.
  std::string kept[3];

  error_code scan(const char *bytes, size_t length, geo_owntracks_record &record);
  error_code take_number(ondemand::value value, uint8_t field, geo_owntracks_record &record, bool &is_bad);
  error_code take_kept(ondemand::value value, int which, geo_text &text);
};

/// Takes a number, also in quotes, as apps wrote them until 2015. Null counts as a missing key.
error_code geo_owntracks::take_number(ondemand::value value, uint8_t field, geo_owntracks_record &record,
                                      bool &is_bad) {
  std::string_view token = value.raw_json_token();
  double &number = record.values[field];
  bool is_null;
  const error_code error = token[0] == '"' ? value.get_double_in_string().get(number) : value.get_double().get(number);
  if (error == SUCCESS) {
    is_bad = false;
    return SUCCESS;
  }
  number = NAN;
  is_bad = !(token[0] == 'n' && value.is_null().get(is_null) == SUCCESS && is_null);
  if (is_bad) record.text = trimmed(token);
  return SUCCESS;
}

error_code geo_owntracks::take_kept(ondemand::value value, int which, geo_text &text) {
  text = {nullptr, 0};
  if (value.raw_json_token()[0] != '"') return SUCCESS;
  SIMDJSON_TRY(take_text(value, text));
  if (text.length > 0 && text.bytes[text.length] != '"') {
    // simdjson's own copy is valid until the next text.
    kept[which].assign(text.bytes, text.length);
    text.bytes = kept[which].data();
  }
  return SUCCESS;
}

/// Sets the kind of a record from its type.
static void judge(geo_owntracks_record &record, uint32_t bad) {
  if (record.type.length == 0) {
    record.fault = GEO_OWNTRACKS_NO_TYPE;
  } else if (!member::is(record.type, "location")) {
    record.kind = member::is(record.type, "encrypted") ? GEO_OWNTRACKS_ENCRYPTED : GEO_OWNTRACKS_OTHER;
  } else if (bad == 0) {
    record.kind = GEO_OWNTRACKS_LOCATION;
  } else {
    record.fault = GEO_OWNTRACKS_BAD_VALUE;
    record.field = uint8_t(__builtin_ctz(bad));
  }
}

error_code geo_owntracks::scan(const char *bytes, size_t length, geo_owntracks_record &record) {
  ondemand::document document;
  SIMDJSON_TRY(parser.iterate(bytes, length, length + SIMDJSON_PADDING).get(document));
  ondemand::json_type type;
  SIMDJSON_TRY(document.type().get(type));
  if (type == ondemand::json_type::array) {
    record.kind = GEO_OWNTRACKS_ARRAY;
    return SUCCESS;
  }
  if (type != ondemand::json_type::object) {
    record.fault = GEO_OWNTRACKS_NOT_OBJECT;
    record.text = trimmed({bytes, length});
    return SUCCESS;
  }
  ondemand::object object;
  SIMDJSON_TRY(document.get_object().get(object));
  const char *attribute = nullptr;
  uint32_t bad = 0;
  auto close_attribute = [&](const char *end) {
    if (attribute == nullptr) return;
    while (end > attribute && is_space(end[-1])) end--;
    if (end > attribute && (end[-1] == ',' || end[-1] == '}')) end--;
    while (end > attribute && is_space(end[-1])) end--;
    attributes.push_back({attribute, size_t(end - attribute)});
    record.attributes += hash(attribute, size_t(end - attribute));
    attribute = nullptr;
  };
  for (auto next : object) {
    ondemand::field field;
    SIMDJSON_TRY(std::move(next).get(field));
    const char *key = field.key().raw();
    close_attribute(key - 1);
    const int meaning = meaning_of(key);
    if (meaning < GEO_OWNTRACKS_NUMBERS) {
      bool is_bad;
      SIMDJSON_TRY(take_number(field.value(), uint8_t(meaning), record, is_bad));
      bad = (bad & ~(1u << meaning)) | (uint32_t(is_bad) << meaning);
    } else {
      switch (meaning) {
      case owntracks::TYPE: SIMDJSON_TRY(take_kept(field.value(), 0, record.type)); break;
      case owntracks::TOPIC: SIMDJSON_TRY(take_kept(field.value(), 1, record.topic)); break;
      case owntracks::DATA: SIMDJSON_TRY(take_kept(field.value(), 2, record.data)); break;
      case owntracks::ATTRIBUTE: attribute = key - 1; break;
      }
    }
  }
  // Only the end may follow the object.
  const char *rest;
  if (document.current_location().get(rest) != OUT_OF_BOUNDS) return TRAILING_CONTENT;
  const char *end = bytes + length;
  while (end > bytes && is_space(end[-1])) end--;
  close_attribute(end);

  judge(record, bad);
  return SUCCESS;
}

geo_owntracks *geo_owntracks_new(void) { return new geo_owntracks; }
void geo_owntracks_free(geo_owntracks *reader) { delete reader; }

/// Empties a record.
static void clear(geo_owntracks_record &record, std::vector<geo_text> &attributes) {
  record = {};
  record.kind = GEO_OWNTRACKS_FAULT;
  for (double &value : record.values) value = NAN;
  attributes.clear();
}

void geo_owntracks_read(geo_owntracks *reader, const char *bytes, size_t length, geo_owntracks_record *record) {
  clear(*record, reader->attributes);
  if (OwnTracksScanner(bytes, length, *record, reader->attributes).read()) return judge(*record, 0);
  clear(*record, reader->attributes);
  const error_code error = reader->scan(bytes, length, *record);
  if (error == SUCCESS) return;
  const char *words = error_message(error);
  record->kind = GEO_OWNTRACKS_FAULT;
  record->fault = GEO_OWNTRACKS_NOT_JSON;
  record->text = {words, strlen(words)};
}

int geo_owntracks_next(geo_text *rest, geo_text *element) {
  const char *at = rest->bytes, *const end = at + rest->length;
  auto skip_space = [&] {
    while (at < end && is_space(*at)) at++;
  };
  skip_space();
  if (at == end) return GEO_OWNTRACKS_BROKEN;
  const bool is_first = *at == '[';
  if (*at == ']') {
    at++;
    skip_space();
    return at == end ? GEO_OWNTRACKS_END : GEO_OWNTRACKS_BROKEN;
  }
  if (!is_first && *at != ',') return GEO_OWNTRACKS_BROKEN;
  at++;
  skip_space();
  if (is_first && at < end && *at == ']') {
    *rest = {at, size_t(end - at)};
    return geo_owntracks_next(rest, element);
  }
  const char *const start = at;
  size_t depth = 0;
  for (bool is_text = false; at < end; at++) {
    if (is_text) {
      if (*at == '\\') at++;
      else if (*at == '"') is_text = false;
    } else if (*at == '"') {
      is_text = true;
    } else if (*at == '{' || *at == '[') {
      depth++;
    } else if (*at == '}' || *at == ']') {
      if (depth == 0) break;
      depth--;
    } else if (*at == ',' && depth == 0) {
      break;
    }
  }
  if (at > end) at = end;
  *element = {start, size_t(at - start)};
  *rest = {at, size_t(end - at)};
  return GEO_OWNTRACKS_ELEMENT;
}

geo_text geo_owntracks_line(geo_owntracks *reader, const char *bytes, size_t length) {
  // On-Demand checks only what is read, but what is passed on must be valid JSON throughout.
  dom::element element;
  if (length > reader->whole.capacity() || reader->whole.max_depth() != maximum_depth) {
    if (reader->whole.allocate(length < 4096 ? 4096 : length, maximum_depth) != SUCCESS) return {nullptr, 0};
  }
  if (reader->whole.parse(bytes, length, false).get(element) != SUCCESS) return {nullptr, 0};
  // It writes whole blocks.
  reader->line.resize(length + SIMDJSON_PADDING);
  size_t written = 0;
  if (simdjson::minify(bytes, length, reader->line.data(), written) != SUCCESS) return {nullptr, 0};
  return {reader->line.data(), written};
}

geo_text geo_owntracks_attributes(geo_owntracks *reader) {
  std::string &joined = reader->joined;
  joined.assign("{");
  for (const geo_text &each : reader->attributes) {
    if (joined.size() > 1) joined += ',';
    joined.append(each.bytes, each.length);
  }
  joined += '}';
  const size_t length = joined.size();
  joined.append(GEO_LOG_PADDING, '\0');
  return geo_owntracks_line(reader, joined.data(), length);
}
