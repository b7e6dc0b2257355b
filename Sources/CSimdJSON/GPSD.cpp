#include "GPSDReport.h"
#include "Members.hpp"

#include <string>
#include <vector>

using namespace simdjson;
using member::for_each;
using member::is;
using member::take_text;

namespace {

/// A number, or NaN for anything else: releases of gpsd have written `nan` and `inf`, as their manual says.
double number(ondemand::value value) {
  double number;
  return value.get_double().get(number) == SUCCESS && std::isfinite(number) ? number : NAN;
}

/// Returns the number called `key`, or -1.
int number_of(std::string_view key) {
#define IS(number, name) \
  if (key == name) return number
  switch (key.empty() ? '\0' : key[0]) {
  case 'a': IS(GEO_GPSD_ALT_MSL, "altMSL"); IS(GEO_GPSD_ALT, "alt"); IS(GEO_GPSD_ALT_HAE, "altHAE"); break;
  case 'e':
    IS(GEO_GPSD_EPH, "eph"); IS(GEO_GPSD_EPX, "epx"); IS(GEO_GPSD_EPY, "epy"); IS(GEO_GPSD_EPV, "epv");
    break;
  case 'g': IS(GEO_GPSD_GEOID_SEP, "geoidSep"); break;
  case 'h': IS(GEO_GPSD_HEADING, "heading"); IS(GEO_GPSD_HDOP, "hdop"); break;
  case 'l': IS(GEO_GPSD_LAT, "lat"); IS(GEO_GPSD_LON, "lon"); break;
  case 'm': IS(GEO_GPSD_MODE, "mode"); IS(GEO_GPSD_MHEADING, "mheading"); break;
  case 'n': IS(GEO_GPSD_SEEN, "nSat"); break;
  case 'p': IS(GEO_GPSD_PROTOCOL, "proto_major"); break;
  case 's': IS(GEO_GPSD_STATUS, "status"); IS(GEO_GPSD_SPEED, "speed"); break;
  case 't': IS(GEO_GPSD_TRACK, "track"); break;
  case 'u': IS(GEO_GPSD_USED, "uSat"); break;
  }
#undef IS
  return -1;
}

uint8_t kind_of(geo_text name) {
  static const char *const names[] = {"TPV", "SKY", "GST", "ATT", "VERSION", "DEVICES", "DEVICE", "WATCH", "ERROR"};
  for (uint8_t kind = 0; kind < sizeof names / sizeof *names; kind++)
    if (is(name, names[kind])) return kind;
  return GEO_GPSD_OTHER;
}

constexpr geo_text nothing = {nullptr, 0};

geo_text words(const char *text) { return {text, strlen(text)}; }

} // namespace

struct geo_gpsd {
  ondemand::parser parser;
  std::vector<std::string> paths;
  // Counted in `satellites`, for releases without nSat and uSat.
  size_t seen, used;
  bool has_satellites;

  error_code take_satellites(ondemand::value value);
  error_code take_devices(ondemand::value value, geo_gpsd_report &report);
  error_code take(std::string_view key, ondemand::value value, geo_gpsd_report &report, bool &has_class);
  error_code scan(const char *bytes, size_t length, geo_gpsd_report &report);
  bool read(const char *bytes, size_t length, geo_gpsd_report &report);
};

error_code geo_gpsd::take_satellites(ondemand::value value) {
  ondemand::array satellites;
  if (value.get_array().get(satellites) != SUCCESS) return SUCCESS;
  has_satellites = true;
  seen = used = 0;
  for (auto next : satellites) {
    ondemand::value satellite;
    SIMDJSON_TRY(next.get(satellite));
    seen++;
    SIMDJSON_TRY(for_each(satellite, [&](std::string_view key, ondemand::value value) {
      bool flag;
      if (key == "used" && value.get_bool().get(flag) == SUCCESS && flag) used++;
      return SUCCESS;
    }));
  }
  return SUCCESS;
}

error_code geo_gpsd::take_devices(ondemand::value value, geo_gpsd_report &report) {
  ondemand::array devices;
  if (value.get_array().get(devices) != SUCCESS) return SUCCESS;
  paths.clear();
  for (auto next : devices) {
    ondemand::value device;
    SIMDJSON_TRY(next.get(device));
    SIMDJSON_TRY(for_each(device, [&](std::string_view key, ondemand::value value) {
      geo_text path;
      if (key != "path") return SUCCESS;
      SIMDJSON_TRY(take_text(value, path));
      paths.emplace_back(path.bytes, path.length);
      return SUCCESS;
    }));
  }
  report.device_count = paths.size();
  return SUCCESS;
}

error_code geo_gpsd::take(
    std::string_view key, ondemand::value value, geo_gpsd_report &report, bool &has_class) {
  int which = number_of(key);
  if (which >= 0) {
    report.numbers[which] = number(value);
    return SUCCESS;
  }
  geo_text text = nothing;
  if (key == "class") {
    SIMDJSON_TRY(take_text(value, text));
    report.kind = kind_of(text);
    has_class = true;
  } else if (key == "device" || key == "path") {
    SIMDJSON_TRY(take_text(value, report.device));
  } else if (key == "time") {
    if (value.raw_json_token()[0] == '"') return take_text(value, report.time_text);
    report.time = number(value);
  } else if (key == "message" || key == "release") {
    SIMDJSON_TRY(take_text(value, report.text));
  } else if (key == "activated") {
    // The time at which it was opened; 0 or missing if it is closed.
    report.is_active = value.raw_json_token()[0] == '"' || number(value) > 0;
  } else if (key == "enable") {
    bool flag;
    report.is_active = value.get_bool().get(flag) == SUCCESS && flag;
  } else if (key == "satellites") {
    return take_satellites(value);
  } else if (key == "devices") {
    return take_devices(value, report);
  }
  return SUCCESS;
}

error_code geo_gpsd::scan(const char *bytes, size_t length, geo_gpsd_report &report) {
  ondemand::document document;
  SIMDJSON_TRY(parser.iterate(bytes, length, length + SIMDJSON_PADDING).get(document));
  ondemand::json_type type;
  SIMDJSON_TRY(document.type().get(type));
  if (type != ondemand::json_type::object) return INCORRECT_TYPE;
  ondemand::object object;
  SIMDJSON_TRY(document.get_object().get(object));
  bool has_class = false;
  SIMDJSON_TRY(for_each(object, [&](std::string_view key, ondemand::value value) {
    return take(key, value, report, has_class);
  }));
  const char *rest;
  if (document.current_location().get(rest) != OUT_OF_BOUNDS) return TRAILING_CONTENT;
  return has_class ? SUCCESS : NO_SUCH_FIELD;
}

bool geo_gpsd::read(const char *bytes, size_t length, geo_gpsd_report &report) {
  report.kind = GEO_GPSD_OTHER;
  report.is_active = 0;
  for (double &value : report.numbers) value = NAN;
  report.time = NAN;
  report.time_text = report.device = report.text = nothing;
  report.device_count = 0;
  has_satellites = false;
  error_code error = scan(bytes, length, report);
  if (error == EMPTY) return false;
  if (error != SUCCESS) {
    report.kind = GEO_GPSD_FAULT;
    report.text = words(error == NO_SUCH_FIELD ? "there is no class" : error_message(error));
    return true;
  }
  if (has_satellites) {
    if (std::isnan(report.numbers[GEO_GPSD_SEEN])) report.numbers[GEO_GPSD_SEEN] = double(seen);
    if (std::isnan(report.numbers[GEO_GPSD_USED])) report.numbers[GEO_GPSD_USED] = double(used);
  }
  return true;
}

geo_gpsd *geo_gpsd_new(void) { return new geo_gpsd; }
void geo_gpsd_free(geo_gpsd *gpsd) { delete gpsd; }

int geo_gpsd_read(geo_gpsd *gpsd, const char *bytes, size_t length, geo_gpsd_report *report) {
  return gpsd->read(bytes, length, *report);
}

geo_text geo_gpsd_path(const geo_gpsd *gpsd, size_t index) {
  if (index >= gpsd->paths.size()) return nothing;
  return {gpsd->paths[index].data(), gpsd->paths[index].size()};
}
