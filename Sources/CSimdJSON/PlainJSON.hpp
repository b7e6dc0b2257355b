#pragma once
#include <charconv>
#include <cstdint>
#include <cstring>

#include "CSimdJSON.h"

/// Reads JSON in its most frequent form, in one pass: ASCII without escapes, plain numbers, lists of these.
///
/// It accepts only valid JSON, and leaves other forms, such as escapes, to simdjson. Padding follows the end,
/// so it may read a few bytes beyond without taking them.
class PlainJSON {
protected:
  const char *at;
  const char *const end;

  PlainJSON(const char *bytes, size_t length) : at(bytes), end(bytes + length) {}

  bool take(char c) {
    if (at >= end || *at != c) return false;
    at++;
    return true;
  }

  void skip_space() {
    while (at < end && is_space(*at)) at++;
  }

  bool is_over() {
    skip_space();
    return at == end;
  }

  /// Takes an object and the space after it, each member by `member`.
  template <typename Member> bool object(Member member) {
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

  /// Takes the colon and space between a key and its value.
  bool colon() {
    skip_space();
    if (!take(':')) return false;
    skip_space();
    return true;
  }

  // Both loops below use their own pointer, because `at` lies in memory.

  /// Takes a text to its closing quote.
  bool rest_of_text(geo_text &text) {
    const char *const start = at;
    constexpr uint64_t ones = 0x0101010101010101u, high = 0x8080808080808080u;
    for (const char *next = start; next < end; next += 8) {
      uint64_t word;
      memcpy(&word, next, 8);
      const uint64_t quote = word ^ (ones * '"'), escape = word ^ (ones * '\\');
      // Finds bytes that end a text or are not accepted here: a quote, a backslash, a control character, or
      // one that is not ASCII. Only the lowest hit is exact.
      const uint64_t found =
          (((quote - ones) & ~quote) | ((escape - ones) & ~escape) | ((word - ones * 0x20) & ~word) | word) & high;
      if (found == 0) continue;
      next += __builtin_ctzll(found) / 8;
      if (next >= end || *next != '"') return false;
      text = {start, size_t(next - start)};
      at = next + 1;
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

  /// Takes a list of plain values; nested lists are left to simdjson.
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

  bool plain_number(double &number) {
    static const double powers[] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
    const bool is_negative = at < end && *at == '-';
    const char *const start = at + is_negative, *const stop = end, *next = start;
    uint64_t digits = 0;
    while (next < stop && is_digit(*next)) digits = digits * 10 + uint64_t(*next++ - '0');
    size_t count = size_t(next - start), fraction = 0;
    if (count == 0 || (*start == '0' && count > 1)) return false;
    if (next < stop && *next == '.') {
      const char *const point = ++next;
      while (next < stop && is_digit(*next)) digits = digits * 10 + uint64_t(*next++ - '0');
      fraction = size_t(next - point);
      if (fraction == 0) return false;
      count += fraction;
    }
    if (next < stop && (*next == 'e' || *next == 'E')) return false;
    const char *const first = at;
    at = next;
    // Digits and power of ten are exact as doubles, so one division rounds correctly.
    if (count <= 15) {
      const double value = fraction == 0 ? double(digits) : double(digits) / powers[fraction];
      number = is_negative ? -value : value;
      return true;
    }
    // As many digits as a double needs to round-trip, or more.
    return std::from_chars(first, next, number).ec == std::errc();
  }

private:
  static bool is_digit(char c) { return uint8_t(c - '0') < 10; }
  static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
};
