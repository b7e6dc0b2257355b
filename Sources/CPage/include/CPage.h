/// The parts of pages, Sources/CPage/Page, as constants of the program.
#pragma once
#include <stddef.h>

typedef struct {
  /// The file's name.
  const char *name;
  /// UTF-8, closed by a zero byte.
  const unsigned char *text;
} CPagePart;

/// All parts, scripts in the order in which they run; `count` gets how many there are.
const CPagePart *pageParts(size_t *count);
