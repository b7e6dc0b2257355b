#pragma once
#include <vector>

#include "Members.hpp"

/// The positions of one geometry; the next one reuses the memory.
class FencePositions {
public:
  void clear() {
    numbers.clear();
    ring_ends.clear();
    part_ends.clear();
    depth = 0;
    is_bad = false;
  }

  /// Takes the value of `coordinates`, replacing that of an earlier member of this name.
  simdjson::error_code take(simdjson::ondemand::value value) {
    clear();
    simdjson::ondemand::array array;
    if (value.get_array().get(array) != simdjson::SUCCESS) {
      is_bad = true;
      return simdjson::SUCCESS;
    }
    bool is_position;
    return take(array, 1, is_position);
  }

  geo_fence_positions view() const {
    return {numbers.data(), numbers.size() / 2, ring_ends.data(), part_ends.data(), ring_ends.size(),
            part_ends.size(), is_bad ? 0 : depth};
  }

private:
  std::vector<double> numbers;
  std::vector<size_t> ring_ends, part_ends;
  size_t depth = 0;
  bool is_bad = false;

  /// Takes one array `level` deep; sets `is_position` if it was a pair of numbers.
  simdjson::error_code take(simdjson::ondemand::array array, size_t level, bool &is_position) {
    double pair[2] = {NAN, NAN};
    size_t count = 0, positions = 0, lists = 0;
    for (auto next : array) {
      simdjson::ondemand::value element;
      SIMDJSON_TRY(std::move(next).get(element));
      const char first = element.raw_json_token()[0];
      if (first == '[' && count == 0 && level < 4) {
        simdjson::ondemand::array inner;
        SIMDJSON_TRY(element.get_array().get(inner));
        bool is_pair;
        SIMDJSON_TRY(take(inner, level + 1, is_pair));
        (is_pair ? positions : lists) += 1;
      } else if (first == '-' || (first >= '0' && first <= '9')) {
        // A number that no double holds makes the geometry unreadable, not the file.
        if (element.get_double().get(pair[count]) != simdjson::SUCCESS) is_bad = true;
        if (++count == 2) break;
      } else {
        is_bad = true;
      }
    }
    is_position = count > 0;
    if (is_position) {
      if (count < 2 || positions + lists > 0 || (depth != 0 && depth != level)) is_bad = true;
      depth = level;
      numbers.insert(numbers.end(), pair, pair + 2);
    } else if (positions > 0) {
      ring_ends.push_back(numbers.size() / 2);
      if (lists > 0) is_bad = true;
    } else if (lists > 0 && depth == level + 2) {
      part_ends.push_back(ring_ends.size());
    }
    return simdjson::SUCCESS;
  }
};
