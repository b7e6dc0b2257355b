/// The built-in gazetteer, which is part of the program. It lies among the constants, so its pages are read
/// only when a question needs them.
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
