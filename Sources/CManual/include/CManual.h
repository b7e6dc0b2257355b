/// The manual's pages, Sources/Manual/pages, as constants of the program.
#pragma once
#include <stddef.h>

typedef struct {
  /// The file's name without its ending.
  const char *name;
  /// Markdown in UTF-8, closed by a zero byte.
  const unsigned char *text;
} CManualPage;

/// All pages in the order of their names; `count` gets how many there are.
const CManualPage *manualPages(size_t *count);
