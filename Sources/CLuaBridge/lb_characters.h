/// Classes of characters for patterns and formats.
#pragma once

#include <stdbool.h>

typedef unsigned char byte;

// Letters are ASCII whatever the locale, so that a run does not depend on it.
static inline bool is_digit(unsigned c) { return c - '0' < 10; }
static inline bool is_letter(unsigned c) { return (c | 32) - 'a' < 26; }
static inline bool is_visible(unsigned c) { return c - 33 < 94; }
static inline bool is_control(unsigned c) { return c < 32 || c == 127; }

/// Whether `c` belongs to the class `%name`; for a `name` that is no class, whether it is that character.
static inline bool in_class(unsigned c, unsigned name) {
  bool in;
  switch (name | 32) {  // of all bytes only letters become letters
    case 'a': in = is_letter(c); break;
    case 'c': in = is_control(c); break;
    case 'd': in = is_digit(c); break;
    case 'g': in = is_visible(c); break;
    case 'l': in = c - 'a' < 26; break;
    case 'p': in = is_visible(c) && !is_letter(c) && !is_digit(c); break;
    case 's': in = c == ' ' || c - 9 < 5; break;
    case 'u': in = c - 'A' < 26; break;
    case 'w': in = is_letter(c) || is_digit(c); break;
    case 'x': in = is_digit(c) || (c | 32) - 'a' < 6; break;
    case 'z': in = c == 0; break;
    default: return c == name;
  }
  return in == ((name & 32) != 0);
}
