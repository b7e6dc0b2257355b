#include "COsmium.h"

#include <osmium/handler/node_locations_for_ways.hpp>
#include <osmium/index/map/sparse_mem_array.hpp>
#include <osmium/io/pbf_input.hpp>
#include <osmium/osm.hpp>
#include <osmium/thread/pool.hpp>

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using Index = osmium::index::map::SparseMemArray<osmium::unsigned_object_id_type, osmium::Location>;

/// Reads one file.
class Reading {
  const osm_receiver &receiver;
  const osm_limits &limits;
  Index index;
  osmium::handler::NodeLocationsForWays<Index> locations{index};
  // Refilled for each object.
  std::vector<osm_tag> tags;
  std::vector<osm_place> places;
  std::vector<osm_member> members;

  osm_object object(const osmium::OSMObject &from) {
    tags.clear();
    for (const auto &tag : from.tags()) tags.push_back({tag.key(), tag.value()});
    return {from.id(), tags.data(), tags.size()};
  }

  bool tell(const osmium::Node &node) {
    if (receiver.way) {
      if (index.size() >= limits.nodes)
        throw std::length_error("has more than " + std::to_string(limits.nodes) + " nodes: use a smaller extract");
      locations.node(node);
    }
    if (!receiver.node || node.tags().empty() || !node.location().valid()) return true;
    const auto described = object(node);
    return receiver.node(receiver.context, &described, node.location().lon(), node.location().lat());
  }

  bool tell(osmium::Way &way) {
    locations.way(way);
    places.clear();
    const auto none = std::numeric_limits<double>::quiet_NaN();
    for (const auto &node : way.nodes()) {
      const auto at = node.location();
      if (at.valid()) {
        places.push_back({node.ref(), at.lon_without_check(), at.lat_without_check()});
      } else {
        places.push_back({node.ref(), none, none});
      }
    }
    const auto described = object(way);
    return receiver.way(receiver.context, &described, places.data(), places.size());
  }

  bool tell(const osmium::Relation &relation) {
    members.clear();
    for (const auto &member : relation.members())
      members.push_back({osmium::item_type_to_char(member.type()), member.ref(), member.role()});
    const auto described = object(relation);
    return receiver.relation(receiver.context, &described, members.data(), members.size());
  }

  bool tell(osmium::OSMEntity &entity) {
    switch (entity.type()) {
    case osmium::item_type::node: return tell(static_cast<const osmium::Node &>(entity));
    case osmium::item_type::way: return tell(static_cast<osmium::Way &>(entity));
    case osmium::item_type::relation: return tell(static_cast<const osmium::Relation &>(entity));
    default: return true;
    }
  }

  static void describe(const osmium::Box &box, osm_header &header) {
    if (!box.valid()) return;
    const auto from = box.bottom_left(), to = box.top_right();
    header = {{from.lon(), from.lat(), to.lon(), to.lat()}};
  }

public:
  Reading(const osm_receiver &receiver, const osm_limits &limits) : receiver(receiver), limits(limits) {
    // A way may name nodes outside the extract.
    locations.ignore_errors();
  }

  void read(const char *path, osm_header *header) {
    auto kinds = osmium::osm_entity_bits::nothing;
    if (receiver.node || receiver.way) kinds |= osmium::osm_entity_bits::node;
    if (receiver.way) kinds |= osmium::osm_entity_bits::way;
    if (receiver.relation) kinds |= osmium::osm_entity_bits::relation;
    // Its own threads, which end with it.
    osmium::thread::Pool pool{2};
    osmium::io::Reader reader{osmium::io::File{path, "pbf"}, kinds, osmium::io::read_meta::no, pool};
    if (header) describe(reader.header().joined_boxes(), *header);
    while (auto buffer = reader.read()) {
      for (auto &entity : buffer.select<osmium::OSMEntity>())
        if (!tell(entity)) return;
      if (receiver.progress) receiver.progress(receiver.context, reader.offset(), reader.file_size());
    }
    // libosmium treats an end within the four bytes of a block's length as one between blocks.
    if (reader.offset() < reader.file_size()) throw std::runtime_error("is truncated");
    reader.close();
  }
};

void check(const char *path, uint64_t most) {
  struct stat status;
  if (stat(path, &status) != 0) throw std::runtime_error(strerror(errno));
  if (!S_ISREG(status.st_mode)) throw std::runtime_error("is not a regular file");
  if (static_cast<uint64_t>(status.st_size) > most)
    throw std::length_error("is larger than " + std::to_string(most >> 20) + " MiB: use a smaller extract");
}

} // namespace

bool osm_read(const char *path, osm_limits limits, osm_receiver receiver, osm_header *header, char *error,
              size_t error_size) {
  if (header) std::fill_n(header->bounds, 4, std::numeric_limits<double>::quiet_NaN());
  const char *text = "cannot be read";
  std::string copy;
  try {
    check(path, limits.bytes);
    Reading{receiver, limits}.read(path, header);
    return true;
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
