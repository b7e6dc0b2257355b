/// The built-in gazetteer, which is part of the program: it lies among the constants, so that nothing of it is read
/// before somebody asks for a place, and then only the pages that it does need.
#pragma once
#include <stddef.h>

typedef struct {
  const unsigned char *bytes;
  size_t count;
} CGazetteerData;

/// The tables, an SQLite file that geoscript gazetteer made of what scripts/generate/gazetteer --built-in writes.
CGazetteerData builtInGazetteerTables(void);
/// Its pack.
CGazetteerData builtInGazetteerPack(void);
