#pragma once
#include <cmath>
#include <vector>

#include "OwnTracksKeys.hpp"

/// Reads a message as apps write it, in one pass: ASCII without escapes, plain numbers, lists of such.
///
/// It takes nothing that is no JSON; what it does not take, such as an escape, is simdjson's.
class OwnTracksScanner {
public:
  OwnTracksScanner(const char *bytes, size_t length, geo_owntracks_record &record, std::vector<geo_text> &attributes)
      : at(bytes), end(bytes + length), record(record), attributes(attributes) {}

  /// Fills the record but for its kind; false where it is not for this.
  bool read() {
    skip_space();
    if (!take('{')) return false;
    skip_space();
    if (take('}')) return is_over();
    for (;;) {
      if (!member()) return false;
      skip_space();
      if (take(',')) {
        skip_space();
        continue;
      }
      return take('}') && is_over();
    }
  }

private:
  const char *at;
  const char *const end;
  geo_owntracks_record &record;
  std::vector<geo_text> &attributes;

  // Padding follows the end, so that a few bytes may be looked at beyond it; none of them is taken.
  bool take(char c) {
    if (at >= end || *at != c) return false;
    at++;
    return true;
  }

  void skip_space() {
    while (at < end && owntracks::is_space(*at)) at++;
  }

  bool is_over() {
    skip_space();
    return at == end;
  }

  bool member() {
    const char *const start = at;
    if (!take('"')) return false;
    const int meaning = owntracks::meaning_of(at);
    geo_text text;
    if (!rest_of_text(text)) return false;
    skip_space();
    if (!take(':')) return false;
    skip_space();
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

  /// Takes a text to its closing quote.
  bool rest_of_text(geo_text &text) {
    const char *const start = at;
    constexpr uint64_t ones = 0x0101010101010101u, high = 0x8080808080808080u;
    while (at < end) {
      uint64_t word;
      memcpy(&word, at, 8);
      const uint64_t quote = word ^ (ones * '"'), escape = word ^ (ones * '\\');
      // Bytes that end a text or are not for this: a quote, a backslash, a control, or what is not ASCII. Of several the
      // lowest is exact.
      const uint64_t found =
          (((quote - ones) & ~quote) | ((escape - ones) & ~escape) | ((word - ones * 0x20) & ~word) | word) & high;
      if (found == 0) {
        at += 8;
        continue;
      }
      at += __builtin_ctzll(found) / 8;
      if (at >= end || *at != '"') return false;
      text = {start, size_t(at - start)};
      at++;
      return true;
    }
    return false;
  }

  bool value() {
    if (at >= end) return false;
    geo_text text;
    double number;
    switch (*at) {
    case '"': at++; return rest_of_text(text);
    case 't': return word("true", 4);
    case 'f': return word("false", 5);
    case 'n': return word("null", 4);
    case '[': return list();
    default: return plain_number(number);
    }
  }

  bool word(const char *name, size_t length) {
    if (size_t(end - at) < length || memcmp(at, name, length) != 0) return false;
    at += length;
    return true;
  }

  /// Takes a list of plain values; lists of lists are not for this.
  bool list() {
    at++;
    skip_space();
    if (take(']')) return true;
    for (;;) {
      if (at >= end || *at == '[' || !value()) return false;
      skip_space();
      if (take(']')) return true;
      if (!take(',')) return false;
      skip_space();
    }
  }

  bool number_or_null(double &number) {
    if (at < end && *at == 'n') {
      number = NAN;
      return word("null", 4);
    }
    return plain_number(number);
  }

  /// Takes a number whose digits and power of ten are exact as doubles, so that one division rounds right.
  bool plain_number(double &number) {
    static const double powers[] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
    const bool is_negative = take('-');
    const char *const start = at;
    uint64_t digits = 0;
    while (at < end && is_digit(*at)) digits = digits * 10 + uint64_t(*at++ - '0');
    const size_t whole = size_t(at - start);
    if (whole == 0 || whole > 15 || (*start == '0' && whole > 1)) return false;
    size_t fraction = 0;
    if (take('.')) {
      const char *const point = at;
      while (at < end && is_digit(*at)) digits = digits * 10 + uint64_t(*at++ - '0');
      fraction = size_t(at - point);
      if (fraction == 0 || whole + fraction > 15) return false;
    }
    if (at < end && (*at == 'e' || *at == 'E')) return false;
    const double value = fraction == 0 ? double(digits) : double(digits) / powers[fraction];
    number = is_negative ? -value : value;
    return true;
  }

  static bool is_digit(char c) { return uint8_t(c - '0') < 10; }
};
