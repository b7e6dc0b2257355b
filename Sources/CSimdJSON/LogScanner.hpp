#pragma once
#include "LogFields.hpp"
#include "PlainJSON.hpp"

/// Reads a line of the event log in its usual form, in one pass; simdjson reads any other.
///
/// It also leaves faults to simdjson: it takes only values of their field's kind.
class LogScanner : PlainJSON {
public:
  LogScanner(const char *bytes, size_t length, event_log::Line &line) : PlainJSON(bytes, length), line(line) {}

  /// Collects the known fields; returns false, with an empty line, for another form.
  bool read() {
    if (object([&] { return member(); })) return true;
    line.given = 0;
    return false;
  }

private:
  event_log::Line &line;

  bool member() {
    if (!take('"')) return false;
    const int which = event_log::field_of(at);
    if (which >= 0) {
      at += event_log::names[which].size() + 1;
      return at < end && colon() && known(which);
    }
    geo_text key;
    return rest_of_text(key) && colon() && value();
  }

  /// The last of repeated fields counts; null counts as a missing key.
  bool known(int which) {
    const uint32_t mask = event_log::bit(which);
    if (at < end && *at == 'n') {
      line.given &= ~mask;
      return word("null", 4);
    }
    line.given |= mask;
    if ((mask & event_log::strings) != 0 && take('"')) return rest_of_text(line.text[which]);
    line.text[which] = {nullptr, 0};
    if ((mask & (event_log::texts | event_log::objects | event_log::bit(GEO_LOG_DEVICE))) != 0) return false;
    if ((mask & event_log::switches) == 0) return plain_number(line.number[which]);
    line.number[which] = at < end && *at == 't';
    return word("true", 4) || word("false", 5);
  }
};
