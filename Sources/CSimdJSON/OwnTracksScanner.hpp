#pragma once
#include <cmath>
#include <vector>

#include "OwnTracksKeys.hpp"
#include "PlainJSON.hpp"

/// Reads a message in its usual form, in one pass; simdjson reads any other.
class OwnTracksScanner : PlainJSON {
public:
  OwnTracksScanner(const char *bytes, size_t length, geo_owntracks_record &record, std::vector<geo_text> &attributes)
      : PlainJSON(bytes, length), record(record), attributes(attributes) {}

  /// Fills the record except its kind; false for another form.
  bool read() {
    return object([&] { return member(); });
  }

private:
  geo_owntracks_record &record;
  std::vector<geo_text> &attributes;

  bool member() {
    const char *const start = at;
    if (!take('"')) return false;
    const int meaning = owntracks::meaning_of(at);
    geo_text text;
    if (!rest_of_text(text)) return false;
    if (!colon()) return false;
    if (meaning < GEO_OWNTRACKS_NUMBERS) return number_or_null(record.values[meaning]);
    switch (meaning) {
    case owntracks::TYPE: return kept(record.type);
    case owntracks::TOPIC: return kept(record.topic);
    case owntracks::DATA: return kept(record.data);
    case owntracks::PASSING: return value();
    default: break;
    }
    if (!value()) return false;
    attributes.push_back({start, size_t(at - start)});
    record.attributes += owntracks::hash(start, size_t(at - start));
    return true;
  }

  bool kept(geo_text &text) { return take('"') && rest_of_text(text); }

  bool number_or_null(double &number) {
    if (at < end && *at == 'n') {
      number = NAN;
      return word("null", 4);
    }
    return plain_number(number);
  }
};
