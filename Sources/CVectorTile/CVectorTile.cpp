// Source: Mapbox Vector Tile 2.1, github.com/mapbox/vector-tile-spec, 2.1/README.md: chapter 4, and vector_tile.proto.
#include "CVectorTile.h"

#include <protozero/pbf_message.hpp>

#include <algorithm>
#include <cstring>
#include <limits>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

enum class Tile : protozero::pbf_tag_type { layer = 3 };
enum class Layer : protozero::pbf_tag_type { name = 1, feature = 2, key = 3, value = 4, extent = 5 };
enum class Value : protozero::pbf_tag_type { text = 1, real = 2, wide = 3, whole = 4, natural = 5, signed_whole = 6, truth = 7 };
enum class Feature : protozero::pbf_tag_type { tags = 2, type = 3, geometry = 4 };

using Wire = protozero::pbf_wire_type;

/// A field with the form of its value: the reader gives a value in any form that it is asked for.
template <typename Field> constexpr uint32_t as(Field field, Wire wire) { return protozero::tag_and_type(field, wire); }

mvt_text text(protozero::data_view view) { return {view.data(), view.size()}; }

std::string number(double value) {
  if (value == static_cast<double>(static_cast<int64_t>(value))) return std::to_string(static_cast<int64_t>(value));
  return std::to_string(value);
}

std::string word(protozero::data_view view) {
  protozero::pbf_message<Value> value{view};
  std::string found;
  while (value.next()) {
    switch (value.tag_and_type()) {
    case as(Value::text, Wire::length_delimited): found = value.get_string(); break;
    case as(Value::real, Wire::fixed32): {
      const double real = static_cast<double>(value.get_float());
      if (real >= -1e15 && real <= 1e15) found = number(real);
      break;
    }
    case as(Value::wide, Wire::fixed64): {
      const double real = value.get_double();
      if (real >= -1e15 && real <= 1e15) found = number(real);
      break;
    }
    case as(Value::whole, Wire::varint): found = std::to_string(value.get_int64()); break;
    case as(Value::natural, Wire::varint): found = std::to_string(value.get_uint64()); break;
    case as(Value::signed_whole, Wire::varint): found = std::to_string(value.get_sint64()); break;
    case as(Value::truth, Wire::varint): found = value.get_bool() ? "true" : "false"; break;
    default: value.skip();
    }
  }
  return found;
}

/// Reads one tile.
class Reading {
  const mvt_receiver &receiver;
  size_t left;
  // Refilled for each layer.
  std::vector<protozero::data_view> keys;
  std::vector<std::string> values;
  // Refilled for each feature.
  std::vector<mvt_tag> tags;
  std::vector<mvt_place> places;
  std::vector<size_t> ends;

  void end_part() {
    if (places.size() > (ends.empty() ? 0 : ends.back())) ends.push_back(places.size());
  }

  void add(mvt_place place) {
    if (left == 0) throw std::length_error("has too many points");
    left--;
    places.push_back(place);
  }

  void read_geometry(protozero::iterator_range<protozero::pbf_reader::const_uint32_iterator> words, int type) {
    mvt_place at = {0, 0};
    auto next = words.begin();
    const auto last = words.end();
    const auto step = [&](int32_t &value) {
      if (next == last) throw std::runtime_error("is damaged: a geometry ends within a point");
      value = static_cast<int32_t>(static_cast<uint32_t>(value) +
                                   static_cast<uint32_t>(protozero::decode_zigzag32(*next++)));
    };
    while (next != last) {
      const uint32_t command = *next & 7;
      uint32_t count = *next++ >> 3;
      if (command == 7) {
        if (type == 3 && !places.empty()) {
          const size_t start = ends.empty() ? 0 : ends.back();
          if (start < places.size()) add(places[start]);
        }
        end_part();
        continue;
      }
      if (command != 1 && command != 2) throw std::runtime_error("is damaged: a geometry has an unknown command");
      for (; count > 0; count--) {
        step(at.x);
        step(at.y);
        if (command == 1 && type != 1) end_part();
        add(at);
      }
    }
    end_part();
  }

  void read_tags(protozero::iterator_range<protozero::pbf_reader::const_uint32_iterator> words) {
    for (auto next = words.begin(); next != words.end();) {
      const uint32_t key = *next++;
      if (next == words.end()) throw std::runtime_error("is damaged: a property has no value");
      const uint32_t value = *next++;
      if (key >= keys.size() || value >= values.size())
        throw std::runtime_error("is damaged: a property is not in the lists of its layer");
      tags.push_back({text(keys[key]), {values[value].data(), values[value].size()}});
    }
  }

  void read_feature(protozero::data_view view, mvt_text layer, uint32_t extent) {
    tags.clear();
    places.clear();
    ends.clear();
    protozero::iterator_range<protozero::pbf_reader::const_uint32_iterator> geometry;
    int type = 0;
    protozero::pbf_message<Feature> feature{view};
    while (feature.next()) {
      switch (feature.tag_and_type()) {
      case as(Feature::tags, Wire::length_delimited): read_tags(feature.get_packed_uint32()); break;
      case as(Feature::type, Wire::varint): type = feature.get_enum(); break;
      case as(Feature::geometry, Wire::length_delimited): geometry = feature.get_packed_uint32(); break;
      default: feature.skip();
      }
    }
    if (type < 1 || type > 3) return;
    read_geometry(geometry, type);
    const mvt_feature found = {layer,         extent,        type,        tags.data(), tags.size(),
                               places.data(), places.size(), ends.data(), ends.size()};
    receiver.feature(receiver.context, &found);
  }

  void read_layer(protozero::data_view view) {
    keys.clear();
    values.clear();
    std::vector<protozero::data_view> features;
    protozero::data_view name;
    uint32_t extent = 4096;
    protozero::pbf_message<Layer> layer{view};
    while (layer.next()) {
      switch (layer.tag_and_type()) {
      case as(Layer::name, Wire::length_delimited): name = layer.get_view(); break;
      case as(Layer::feature, Wire::length_delimited): features.push_back(layer.get_view()); break;
      case as(Layer::key, Wire::length_delimited): keys.push_back(layer.get_view()); break;
      case as(Layer::value, Wire::length_delimited): values.push_back(word(layer.get_view())); break;
      case as(Layer::extent, Wire::varint): extent = layer.get_uint32(); break;
      default: layer.skip();
      }
    }
    if (!receiver.layer(receiver.context, text(name))) return;
    if (extent == 0 || extent > 1u << 20) throw std::runtime_error("is damaged: a layer has no extent");
    for (const auto &feature : features) read_feature(feature, text(name), extent);
  }

public:
  Reading(const mvt_receiver &receiver, size_t most) : receiver(receiver), left(most) {}

  void read(const void *bytes, size_t length) {
    protozero::pbf_message<Tile> tile{static_cast<const char *>(bytes), length};
    while (tile.next()) {
      if (tile.tag_and_type() == as(Tile::layer, Wire::length_delimited)) {
        read_layer(tile.get_view());
      } else {
        tile.skip();
      }
    }
  }
};

} // namespace

bool mvt_read(const void *bytes, size_t length, size_t most, mvt_receiver receiver, char *error, size_t error_size) {
  const char *text = "is damaged";
  std::string copy;
  try {
    Reading{receiver, most}.read(bytes, length);
    return true;
  } catch (const protozero::exception &) {
    text = "is damaged, or is not a vector tile";
  } catch (const std::bad_alloc &) {
    text = "needs more memory than is available";
  } catch (const std::exception &thrown) {
    try {
      copy = thrown.what();
      text = copy.c_str();
    } catch (...) {
    }
  } catch (...) {
  }
  if (error_size > 0) {
    strncpy(error, text, error_size - 1);
    error[error_size - 1] = 0;
  }
  return false;
}
