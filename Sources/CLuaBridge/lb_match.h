/// The matcher of Lua's patterns, shared by lb_match.c, which matches, lb_capture.c, which gives what it captured, and
/// the functions of `string` that search: lb_find.c and lb_gsub.c. Every step is charged to the running call.
#pragma once

#include <string.h>

#include "lb_characters.h"
#include "lb_internal.h"

enum {
  MAX_CAPTURES = 32,
  MAX_DEPTH = 200,     // of match calling itself, as in Lua
  CHARGE_EVERY = 256,  // steps
};

/// What a capture's length says instead of a length.
enum { CAPTURE_OPEN = -1, CAPTURE_POSITION = -2 };

typedef struct {
  lua_State *L;
  const byte *start, *end;   // of the subject
  const byte *pattern_end;
  int64_t steps;             // not charged yet
  int depth;                 // calls left
  int count;                 // captures, open ones included
  struct {
    const byte *start;
    ptrdiff_t length;
  } captures[MAX_CAPTURES];
} matcher;

static inline void settle(matcher *m) {
  int64_t steps = m->steps;
  m->steps = 0;
  lb_charge(m->L, steps);
}

static inline void tick(matcher *m, int64_t steps) {
  m->steps += steps;
  if (m->steps >= CHARGE_EVERY) settle(m);
}

static inline void matcher_init(matcher *m, lua_State *L, const byte *s, size_t s_length, const byte *p,
                                size_t p_length) {
  m->L = L;
  m->start = s;
  m->end = s + s_length;
  m->pattern_end = p + p_length;
  m->steps = 1 + (int64_t)(p_length >> 4);
  m->depth = MAX_DEPTH;
  m->count = 0;
}

/// The character that every match of the pattern begins with, or −1 when that is not plain to see.
static inline int first_character(const byte *p, const byte *pattern_end) {
  if (p == pattern_end) return -1;
  int c = *p;
  const byte *next = p + 1;
  switch (c) {
    case '.': case '[': case '(': case ')': case '$': return -1;
    case '%':
      if (next == pattern_end || is_letter(*next) || is_digit(*next)) return -1;
      c = *next++;
      break;
    default: break;
  }
  return *next == '*' || *next == '?' || *next == '-' ? -1 : c;
}

/// Makes a matcher, with `pattern` behind the `^` that anchors it. Returns the character that every match begins with,
/// or -1.
static inline int start(matcher *m, lua_State *L, const byte *s, size_t s_length, const byte **pattern,
                        size_t p_length) {
  bool anchored = p_length > 0 && **pattern == '^';
  if (anchored) {
    (*pattern)++;
    p_length--;
  }
  matcher_init(m, L, s, s_length, *pattern, p_length);
  return anchored ? -1 : first_character(*pattern, m->pattern_end);
}

/// The first place from `s` on where a match can begin.
static inline const byte *skip(matcher *m, const byte *s, int first) {
  if (first < 0 || s >= m->end || *s == first) return s;
  const byte *found = memchr(s, first, (size_t)(m->end - s));
  if (found == NULL) found = m->end;
  tick(m, (found - s) >> 4);
  return found;
}

static inline const byte *check_bytes(lua_State *L, int arg, size_t *length) {
  return (const byte *)luaL_checklstring(L, arg, length);
}

// lb_match.c
/// The end of the match of the pattern from `p` on at `s`, from a clean start; NULL for none.
const byte *lb_match_here(matcher *m, const byte *s, const byte *p);

// lb_capture.c
/// Finds capture `i`: its length, or CAPTURE_POSITION with the position pushed. Where the pattern has no
/// captures, the first is the whole match from `s` to `end`.
ptrdiff_t lb_get_capture(matcher *m, int i, const byte *s, const byte *end, const byte **start);
void lb_push_capture(matcher *m, int i, const byte *s, const byte *end);
/// Pushes all captures; the whole match where there are none and `s` is not NULL.
int lb_push_captures(matcher *m, const byte *s, const byte *end);
