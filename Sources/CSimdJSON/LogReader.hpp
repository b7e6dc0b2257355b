#pragma once
#include <deque>
#include <string>
#include <vector>

#include "DeviceNames.hpp"
#include "LogFields.hpp"
#include "Members.hpp"

/// Reads lines of the event log.
struct geo_log {
  simdjson::ondemand::parser parser;
  DeviceNames devices;
  // Strings with escapes, unescaped; cleared at each call.
  std::deque<std::string> unescaped;
  // The member that names a group; empty for none.
  std::string group;
  // Whether it is a member of no other meaning, so that the scanner can take it on its way.
  bool scans_group = false;
  // Whether the scanner has read the last line, and the group that it found there.
  bool was_scanned = false;
  geo_text scanned_group = {nullptr, 0};

  // The fields of lines that were read and are not used, in order of appearance.
  std::vector<std::string> unused;
  // The line of each within its call of geo_log_read.
  std::vector<size_t> unused_lines;
  static constexpr size_t most_unused = 20;

  geo_text keep(std::string_view text) {
    unescaped.emplace_back(text);
    return {unescaped.back().data(), unescaped.back().size()};
  }

  simdjson::error_code field_of_next(simdjson::ondemand::field &field, int &which);
  void take(simdjson::ondemand::value value, int which, event_log::Line &line);
  simdjson::error_code scan(const char *bytes, size_t length, event_log::Line &line, bool &is_object);
  void note_unused(const event_log::Line &line, uint8_t kind);
  void note_unused(std::string_view name);
  bool read(const char *bytes, size_t length, geo_log_record &record);
  simdjson::error_code find_group(simdjson::ondemand::document &document, bool is_escaped, simdjson::ondemand::value &value);
  geo_text group_of(const char *bytes, size_t length);
};
