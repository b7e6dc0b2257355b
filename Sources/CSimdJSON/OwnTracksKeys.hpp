#pragma once
#include <cstring>

#include "CSimdJSON.h"

/// The keys of a location.
namespace owntracks {

// Beside the numbers of the fix.
enum { TYPE = GEO_OWNTRACKS_NUMBERS, TOPIC, DATA, PASSING, ATTRIBUTE };

/// Returns what the quoted key at `key` means; the quote ends every comparison.
inline int meaning_of(const char *key) {
#define IS(what, name) \
  if (memcmp(key, name "\"", sizeof(name)) == 0) return what
  switch (key[0]) {
  case '_':
    IS(TYPE, "_type");
    IS(PASSING, "_id");
    break;
  case 'a': IS(GEO_OWNTRACKS_ACC, "acc"); IS(GEO_OWNTRACKS_ALT, "alt"); break;
  case 'c': IS(GEO_OWNTRACKS_COG, "cog"); IS(GEO_OWNTRACKS_CREATED_AT, "created_at"); break;
  case 'd': IS(DATA, "data"); IS(PASSING, "disptst"); break;
  case 'i': IS(PASSING, "isotst"); IS(PASSING, "isorcv"); break;
  case 'l': IS(GEO_OWNTRACKS_LAT, "lat"); IS(GEO_OWNTRACKS_LON, "lon"); break;
  case 'r': IS(PASSING, "randomId"); break;
  case 's': IS(PASSING, "sent"); break;
  case 't': IS(GEO_OWNTRACKS_TST, "tst"); IS(TOPIC, "topic"); break;
  case 'v':
    IS(GEO_OWNTRACKS_VEL, "vel");
    IS(GEO_OWNTRACKS_VAC, "vac");
    // Its name until 2016.
    IS(GEO_OWNTRACKS_VAC, "vacc");
    break;
  }
#undef IS
  return ATTRIBUTE;
}

// Eight bytes per step: multiply and fold, as in wyhash. Reads past the end into the padding.
inline uint64_t hash(const char *bytes, size_t length) {
  uint64_t h = length * 0x9E3779B97F4A7C15u;
  while (length > 0) {
    uint64_t word;
    memcpy(&word, bytes, 8);
    if (length < 8) word &= (uint64_t(1) << (length * 8)) - 1;
    __uint128_t product = __uint128_t(h ^ word) * 0xA0761D6478BD642Fu;
    h = uint64_t(product) ^ uint64_t(product >> 64);
    const size_t n = length < 8 ? length : 8;
    bytes += n;
    length -= n;
  }
  return h ^ (h >> 32);
}

inline bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

} // namespace owntracks
