// Tables with open addressing, by address.
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/// A hash of an address.
static inline uint32_t lb_hash(const void *address) {
  return (uint32_t)(((uintptr_t)address >> 4) * 0x9e3779b97f4a7c15u >> 32);
}
/// Empties a place of a table with open addressing, whose entries begin with an address, by `lb_hash`.
static inline void lb_close_hole(void *table, size_t size, uint32_t mask, uint32_t hole) {
  char *entries = table;
  // What was pushed on past the hole moves back, so that searches still find it.
  for (uint32_t i = (hole + 1) & mask;; i = (i + 1) & mask) {
    const void *address = *(void *const *)(entries + i * size);
    if (address == NULL) break;
    if (((i - lb_hash(address)) & mask) < ((i - hole) & mask)) continue;
    memcpy(entries + hole * size, entries + i * size, size);
    hole = i;
  }
  memset(entries + hole * size, 0, size);
}
