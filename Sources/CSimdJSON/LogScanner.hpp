#pragma once
#include "LogFields.hpp"
#include "PlainJSON.hpp"

/// Reads a line of the event log in its usual form, in one pass; simdjson reads any other.
///
/// It also leaves faults to simdjson: it takes only values of their field's kind.
class LogScanner : PlainJSON {
public:
  /// `group_key` is the member that names the device's group, empty for none.
  LogScanner(const char *bytes, size_t length, event_log::Line &line, std::string_view group_key)
      : PlainJSON(bytes, length), line(line), group_key(group_key) {}

  /// Collects the known fields; returns false, with an empty line, for another form.
  bool read() {
    if (object([&] { return member(); })) return true;
    line.given = 0;
    line.other_count = 0;
    return false;
  }

  /// The group that the line names: its text, or its number as written; nothing for another value.
  geo_text group() const { return group_value; }

private:
  event_log::Line &line;
  const std::string_view group_key;
  geo_text group_value = {nullptr, 0};
  bool has_group = false;

  bool member() {
    if (!take('"')) return false;
    const int which = event_log::field_of(at);
    if (which >= 0) {
      at += event_log::names[which].size() + 1;
      return at < end && colon() && known(which);
    }
    geo_text key;
    if (!rest_of_text(key) || !colon()) return false;
    if (has_group || group_key.empty() || std::string_view(key.bytes, key.length) != group_key) {
      line.add_other(key);
      return value();
    }
    return group_member();
  }

  /// The first of repeated members counts.
  bool group_member() {
    has_group = true;
    if (take('"')) return rest_of_text(group_value);
    const char *const start = at;
    if (!value()) return false;
    if (*start == '-' || uint8_t(*start - '0') < 10) group_value = {start, size_t(at - start)};
    return true;
  }

  /// The last of repeated fields counts; null counts as a missing key.
  bool known(int which) {
    const uint64_t mask = event_log::bit(which);
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
