#pragma once
#include "LogFields.hpp"
#include "PlainJSON.hpp"

/// Reads a line of the event log as programs write it, in one pass; what it does not take is simdjson's.
///
/// Faults too: it takes no value that is not of its field's kind.
class LogScanner : PlainJSON {
public:
  LogScanner(const char *bytes, size_t length, event_log::Line &line) : PlainJSON(bytes, length), line(line) {}

  /// Collects the known fields; where it is not for this false, with nothing in the line.
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

  /// Of a field given twice the last counts; null is as if the key were not there.
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
