// Bytes that grow.
#pragma once
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  char *text;
  size_t length, room;
  bool has_failed;
} cv_writing;

static inline void cv_add_bytes(cv_writing *to, const char *bytes, size_t length) {
  if (to->has_failed) return;
  if (to->length + length + 1 > to->room) {
    size_t room = 2 * (to->length + length + 1);
    char *longer = realloc(to->text, room);
    if (!longer) {
      to->has_failed = true;
      return;
    }
    to->text = longer;
    to->room = room;
  }
  memcpy(to->text + to->length, bytes, length);
  to->length += length;
  to->text[to->length] = 0;
}
