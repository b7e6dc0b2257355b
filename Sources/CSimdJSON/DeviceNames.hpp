#pragma once
#include <cstdint>
#include <cstring>
#include <deque>
#include <string>
#include <vector>

/// Numbers names from 1 in order of appearance, without an allocation for a name that is known.
class DeviceNames {
public:
  DeviceNames() : slots(64, 0) {}

  uint32_t number(const char *bytes, size_t length) {
    // Neighboring lines are often of one device.
    if (last != 0 && is(last, bytes, length)) return last;
    size_t at = hash(bytes, length) & (slots.size() - 1);
    while (slots[at] != 0) {
      if (is(slots[at], bytes, length)) return last = slots[at];
      at = (at + 1) & (slots.size() - 1);
    }
    names.emplace_back(bytes, length);
    slots[at] = last = uint32_t(names.size());
    if (names.size() * 2 > slots.size()) grow();
    return last;
  }

  uint32_t count() const { return uint32_t(names.size()); }
  const std::string &name(uint32_t number) const { return names[number - 1]; }

private:
  // A deque never moves its elements.
  std::deque<std::string> names;
  std::vector<uint32_t> slots;
  uint32_t last = 0;

  bool is(uint32_t number, const char *bytes, size_t length) const {
    const std::string &name = names[number - 1];
    return name.size() == length && memcmp(name.data(), bytes, length) == 0;
  }

  // Eight bytes per step: multiply and fold, as in wyhash.
  static uint64_t hash(const char *bytes, size_t length) {
    uint64_t h = length * 0x9E3779B97F4A7C15u;
    while (length > 0) {
      uint64_t word = 0;
      size_t n = length < 8 ? length : 8;
      memcpy(&word, bytes, n);
      __uint128_t product = __uint128_t(h ^ word) * 0xA0761D6478BD642Fu;
      h = uint64_t(product) ^ uint64_t(product >> 64);
      bytes += n;
      length -= n;
    }
    return h ^ (h >> 32);
  }

  void grow() {
    std::vector<uint32_t> larger(slots.size() * 2, 0);
    for (uint32_t number : slots) {
      if (number == 0) continue;
      const std::string &text = name(number);
      size_t at = hash(text.data(), text.size()) & (larger.size() - 1);
      while (larger[at] != 0) at = (at + 1) & (larger.size() - 1);
      larger[at] = number;
    }
    slots.swap(larger);
  }
};
