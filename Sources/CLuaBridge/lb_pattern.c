/// `string.find`, `match`, `gmatch` and `gsub`: patterns whose work the count hook cannot see, written so that every
/// step is charged to the running call. Results and error messages are Lua 5.4's.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE  // memmem
#endif
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "lb_characters.h"
#include "lb_internal.h"

// MARK: Matching

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

static void settle(matcher *m) {
  int64_t steps = m->steps;
  m->steps = 0;
  lb_charge(m->L, steps);
}

static inline void tick(matcher *m, int64_t steps) {
  m->steps += steps;
  if (m->steps >= CHARGE_EVERY) settle(m);
}

static void matcher_init(matcher *m, lua_State *L, const byte *s, size_t s_length, const byte *p, size_t p_length) {
  m->L = L;
  m->start = s;
  m->end = s + s_length;
  m->pattern_end = p + p_length;
  m->steps = 1 + (int64_t)(p_length >> 4);
  m->depth = MAX_DEPTH;
  m->count = 0;
}

/// Whether `c` is in the set that opens at `p` (a '[') and closes at `last` (its ']').
static bool in_set(unsigned c, const byte *p, const byte *last) {
  bool found = true;
  p++;
  if (*p == '^') {
    found = false;
    p++;
  }
  while (p < last) {
    if (*p == '%') {
      if (in_class(c, p[1])) return found;
      p += 2;
    } else if (p[1] == '-' && p + 2 < last) {
      if (p[0] <= c && c <= p[2]) return found;
      p += 3;
    } else if (*p++ == c) {
      return found;
    }
  }
  return !found;
}

/// The end of the single-character item at `p`.
static const byte *item_end(matcher *m, const byte *p) {
  byte first = *p++;
  if (first == '%') {
    if (p == m->pattern_end) luaL_error(m->L, "malformed pattern (ends with '%%')");
    return p + 1;
  }
  if (first != '[') return p;
  if (*p == '^') p++;
  do {  // a ']' in first place stands for itself
    if (p == m->pattern_end) luaL_error(m->L, "malformed pattern (missing ']')");
    if (*p++ == '%' && p < m->pattern_end) p++;
  } while (*p != ']');
  return p + 1;
}

/// Whether the item from `p` to `end` takes the character `c`.
static inline bool takes(unsigned c, const byte *p, const byte *end) {
  switch (*p) {
    case '.': return true;
    case '%': return in_class(c, p[1]);
    case '[': return in_set(c, p, end - 1);
    default: return *p == c;
  }
}

/// What one test of the item costs: long sets count for more.
static inline int64_t item_cost(const byte *p, const byte *end) { return 1 + ((end - p) >> 3); }

static const byte *match(matcher *m, const byte *s, const byte *p);

/// `item*` and, from the second character on, `item+`: as many as possible, then fewer.
static const byte *match_most(matcher *m, const byte *s, const byte *p, const byte *end) {
  const byte *t = s;
  switch (*p) {
    case '.':
      t = m->end;
      break;
    case '%':
    case '[': {
      int64_t cost = item_cost(p, end);
      while (t < m->end) {
        const byte *stop = m->end - t < 64 ? m->end : t + 64;
        const byte *from = t;
        if (*p == '%') {
          unsigned name = p[1];
          while (t < stop && in_class(*t, name)) t++;
        } else {
          while (t < stop && in_set(*t, p, end - 1)) t++;
        }
        tick(m, (t - from + 1) * cost);
        if (t < stop) break;
      }
      break;
    }
    default:
      while (t < m->end && *t == *p) {
        t++;
        tick(m, 1);
      }
  }
  for (;;) {
    const byte *found = match(m, t, end + 1);
    if (found != NULL) return found;
    if (t == s) return NULL;
    t--;
  }
}

/// `item-`: as few as possible, then more.
static const byte *match_least(matcher *m, const byte *s, const byte *p, const byte *end) {
  int64_t cost = item_cost(p, end);
  for (;;) {
    const byte *found = match(m, s, end + 1);
    if (found != NULL) return found;
    tick(m, cost);
    if (s >= m->end || !takes(*s, p, end)) return NULL;
    s++;
  }
}

/// `%bxy`, with `p` at the x.
static const byte *match_balanced(matcher *m, const byte *s, const byte *p) {
  if (m->pattern_end - p < 2) luaL_error(m->L, "malformed pattern (missing arguments to '%%b')");
  if (s >= m->end || *s != p[0]) return NULL;
  size_t open = 1;
  while (++s < m->end) {
    tick(m, 1);
    if (*s == p[1]) {
      if (--open == 0) return s + 1;
    } else if (*s == p[0]) {
      open++;
    }
  }
  return NULL;
}

/// `%1` … `%9`: what the capture held, once more.
static const byte *match_again(matcher *m, const byte *s, int digit) {
  int i = digit - '1';
  if (i < 0 || i >= m->count || m->captures[i].length == CAPTURE_OPEN)
    luaL_error(m->L, "invalid capture index %%%d", i + 1);
  ptrdiff_t length = m->captures[i].length;
  if (length == CAPTURE_POSITION || m->end - s < length) return NULL;
  tick(m, length >> 4);
  return memcmp(m->captures[i].start, s, (size_t)length) == 0 ? s + length : NULL;
}

static const byte *match_opening(matcher *m, const byte *s, const byte *p, ptrdiff_t kind) {
  if (m->count >= MAX_CAPTURES) luaL_error(m->L, "too many captures");
  m->captures[m->count].start = s;
  m->captures[m->count].length = kind;
  m->count++;
  const byte *found = match(m, s, p);
  if (found == NULL) m->count--;
  return found;
}

static const byte *match_closing(matcher *m, const byte *s, const byte *p) {
  int i = m->count - 1;
  while (i >= 0 && m->captures[i].length != CAPTURE_OPEN) i--;
  if (i < 0) luaL_error(m->L, "invalid pattern capture");
  m->captures[i].length = s - m->captures[i].start;
  const byte *found = match(m, s, p);
  if (found == NULL) m->captures[i].length = CAPTURE_OPEN;
  return found;
}

/// The end of the match of the pattern from `p` on at `s`, else NULL. Errors in a pattern show only when they
/// are reached, as in Lua.
static const byte *match(matcher *m, const byte *s, const byte *p) {
  if (m->depth-- == 0) luaL_error(m->L, "pattern too complex");
  while (s != NULL) {
    tick(m, 1);
    if (p == m->pattern_end) break;
    switch (*p) {
      case '(':
        s = p[1] == ')' ? match_opening(m, s, p + 2, CAPTURE_POSITION) : match_opening(m, s, p + 1, CAPTURE_OPEN);
        goto done;
      case ')':
        s = match_closing(m, s, p + 1);
        goto done;
      case '$':
        if (p + 1 != m->pattern_end) break;
        if (s != m->end) s = NULL;
        goto done;
      case '%':
        switch (p[1]) {
          case 'b':
            s = match_balanced(m, s, p + 2);
            p += 4;
            continue;
          case 'f': {
            p += 2;
            if (*p != '[') luaL_error(m->L, "missing '[' after '%%f' in pattern");
            const byte *end = item_end(m, p);
            unsigned before = s == m->start ? 0 : s[-1], after = s == m->end ? 0 : *s;
            tick(m, 2 * item_cost(p, end));
            if (in_set(before, p, end - 1) || !in_set(after, p, end - 1)) s = NULL;
            p = end;
            continue;
          }
          case '0': case '1': case '2': case '3': case '4': case '5': case '6': case '7': case '8': case '9':
            s = match_again(m, s, p[1]);
            p += 2;
            continue;
          default: break;
        }
        break;
      default: break;
    }
    const byte *end = item_end(m, p);
    if (*p == '[') tick(m, (end - p) >> 3);
    bool fits = s < m->end && takes(*s, p, end);
    switch (*end) {  // the NUL behind a pattern is nothing
      case '?':
        if (fits) {
          const byte *found = match(m, s + 1, end + 1);
          if (found != NULL) {
            s = found;
            goto done;
          }
        }
        p = end + 1;
        continue;
      case '*':
        if (!fits) {
          p = end + 1;
          continue;
        }
        s = match_most(m, s, p, end);
        goto done;
      case '+':
        s = fits ? match_most(m, s + 1, p, end) : NULL;
        goto done;
      case '-':
        if (!fits) {
          p = end + 1;
          continue;
        }
        s = match_least(m, s, p, end);
        goto done;
      default:
        s = fits ? s + 1 : NULL;
        p = end;
    }
  }
done:
  m->depth++;
  return s;
}

/// Matches at `s` from a clean start.
static inline const byte *match_here(matcher *m, const byte *s, const byte *p) {
  m->count = 0;
  return match(m, s, p);
}

/// The character that every match of the pattern begins with, or −1 when that is not plain to see.
static int first_character(const byte *p, const byte *pattern_end) {
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
static int start(matcher *m, lua_State *L, const byte *s, size_t s_length, const byte **pattern, size_t p_length) {
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

/// Finds capture `i`: its length, or CAPTURE_POSITION with the position pushed. Where the pattern has no
/// captures, the first is the whole match from `s` to `end`.
static ptrdiff_t get_capture(matcher *m, int i, const byte *s, const byte *end, const byte **start) {
  if (i >= m->count) {
    if (i != 0) luaL_error(m->L, "invalid capture index %%%d", i + 1);
    *start = s;
    return end - s;
  }
  ptrdiff_t length = m->captures[i].length;
  *start = m->captures[i].start;
  if (length == CAPTURE_OPEN) luaL_error(m->L, "unfinished capture");
  if (length == CAPTURE_POSITION) lua_pushinteger(m->L, *start - m->start + 1);
  return length;
}

static void push_capture(matcher *m, int i, const byte *s, const byte *end) {
  const byte *start;
  ptrdiff_t length = get_capture(m, i, s, end, &start);
  if (length == CAPTURE_POSITION) return;
  tick(m, length >> 4);
  lua_pushlstring(m->L, (const char *)start, (size_t)length);
}

/// Pushes all captures; the whole match where there are none and `s` is not NULL.
static int push_captures(matcher *m, const byte *s, const byte *end) {
  int count = m->count == 0 && s != NULL ? 1 : m->count;
  luaL_checkstack(m->L, count, "too many captures");
  for (int i = 0; i < count; i++) push_capture(m, i, s, end);
  return count;
}

static const byte *check_bytes(lua_State *L, int arg, size_t *length) {
  return (const byte *)luaL_checklstring(L, arg, length);
}

/// Turns the optional argument `arg` into an offset from 0; one past the end stands for all that is beyond.
static size_t start_offset(lua_State *L, int arg, size_t length) {
  lua_Integer i = luaL_optinteger(L, arg, 1);
  if (i > 0) return (lua_Unsigned)i - 1 > length ? length + 1 : (size_t)i - 1;
  if (i == 0 || i < -(lua_Integer)length) return 0;
  return length + (size_t)i;
}

static bool has_specials(const byte *p, size_t length) {
  for (size_t i = 0; i < length; i++)
    switch (p[i]) {
      case '^': case '$': case '*': case '+': case '?': case '.': case '(': case '[': case '%': case '-': return true;
      default: break;
    }
  return false;
}

/// The first place where the `p_length` bytes at `p` stand.
static const byte *find_plain(const byte *s, const byte *end, const byte *p, size_t p_length) {
  if (p_length == 0) return s;
  // Where the first byte is rare memchr is fastest; where it is not, memmem is never slow.
  for (int tries = 0; tries < 32; tries++) {
    if ((size_t)(end - s) < p_length) return NULL;
    s = memchr(s, *p, (size_t)(end - s) - p_length + 1);
    if (s == NULL || memcmp(s, p, p_length) == 0) return s;
    s++;
  }
  return memmem(s, (size_t)(end - s), p, p_length);
}

static int find_or_match(lua_State *L, bool find) {
  size_t s_length, p_length;
  const byte *s = check_bytes(L, 1, &s_length), *p = check_bytes(L, 2, &p_length);
  size_t offset = start_offset(L, 3, s_length);
  if (offset > s_length) {
    luaL_pushfail(L);
    return 1;
  }
  if (find && (lua_toboolean(L, 4) || !has_specials(p, p_length))) {
    const byte *from = s + offset;
    const byte *found = find_plain(from, s + s_length, p, p_length);
    size_t seen = found == NULL ? s_length - offset : (size_t)(found - from);
    lb_charge(L, 1 + (int64_t)((seen + p_length) >> 4));
    if (found == NULL) {
      luaL_pushfail(L);
      return 1;
    }
    lua_pushinteger(L, found - s + 1);
    lua_pushinteger(L, found - s + (lua_Integer)p_length);
    return 2;
  }
  matcher m;
  bool anchored = p_length > 0 && *p == '^';
  int first = start(&m, L, s, s_length, &p, p_length);
  for (const byte *at = s + offset; at <= m.end; at++) {
    at = skip(&m, at, first);
    const byte *end = match_here(&m, at, p);
    if (end != NULL) {
      int results;
      if (find) {
        lua_pushinteger(L, at - s + 1);
        lua_pushinteger(L, end - s);
        results = 2 + push_captures(&m, NULL, NULL);
      } else {
        results = push_captures(&m, at, end);
      }
      settle(&m);
      return results;
    }
    if (anchored) break;
  }
  settle(&m);
  luaL_pushfail(L);
  return 1;
}

int lb_str_find(lua_State *L) { return find_or_match(L, true); }

int lb_str_match(lua_State *L) { return find_or_match(L, false); }

/// The iterator. Upvalues: subject, pattern, offset to go on from, end of the last match (−1: none).
static int gmatch_next(lua_State *L) {
  size_t s_length, p_length;
  const byte *s = (const byte *)lua_tolstring(L, lua_upvalueindex(1), &s_length);
  const byte *p = (const byte *)lua_tolstring(L, lua_upvalueindex(2), &p_length);
  lua_Integer offset = lua_tointeger(L, lua_upvalueindex(3)), last = lua_tointeger(L, lua_upvalueindex(4));
  matcher m;
  matcher_init(&m, L, s, s_length, p, p_length);
  int first = first_character(p, m.pattern_end);
  // The offset of an exhausted subject is one past its end.
  for (; offset <= (lua_Integer)s_length; offset++) {
    const byte *at = skip(&m, s + offset, first);
    offset = at - s;
    const byte *end = match_here(&m, at, p);
    if (end != NULL && end - s != last) {
      lua_pushinteger(L, end - s);
      lua_copy(L, -1, lua_upvalueindex(3));
      lua_replace(L, lua_upvalueindex(4));
      int results = push_captures(&m, at, end);
      settle(&m);
      return results;
    }
  }
  settle(&m);
  return 0;
}

int lb_str_gmatch(lua_State *L) {
  size_t s_length;
  luaL_checklstring(L, 1, &s_length);
  luaL_checklstring(L, 2, NULL);
  size_t offset = start_offset(L, 3, s_length);
  lua_settop(L, 2);
  lua_pushinteger(L, (lua_Integer)offset);
  lua_pushinteger(L, -1);
  lua_pushcclosure(L, gmatch_next, 4);
  return 1;
}

/// Adds the replacement string, with its captures put in.
static void add_template(matcher *m, luaL_Buffer *b, const byte *s, const byte *end) {
  size_t length;
  const char *r = lua_tolstring(m->L, 3, &length), *r_end = r + length;
  tick(m, (int64_t)(length >> 4));
  const char *mark;
  while ((mark = memchr(r, '%', (size_t)(r_end - r))) != NULL) {
    luaL_addlstring(b, r, (size_t)(mark - r));
    r = mark + 2;
    byte c = (byte)mark[1];
    tick(m, 1);
    if (c == '%') {
      luaL_addchar(b, '%');
    } else if (c == '0') {
      tick(m, (end - s) >> 4);
      luaL_addlstring(b, (const char *)s, (size_t)(end - s));
    } else if (is_digit(c)) {
      const byte *start;
      ptrdiff_t n = get_capture(m, c - '1', s, end, &start);
      if (n == CAPTURE_POSITION) {
        luaL_addvalue(b);
      } else {
        tick(m, n >> 4);
        luaL_addlstring(b, (const char *)start, (size_t)n);
      }
    } else {
      luaL_error(m->L, "invalid use of '%%' in replacement string");
    }
  }
  luaL_addlstring(b, r, (size_t)(r_end - r));
}

/// Adds what stands for the match from `s` to `end`; false when that is the match itself, unchanged.
static bool add_replacement(matcher *m, luaL_Buffer *b, const byte *s, const byte *end, int kind) {
  lua_State *L = m->L;
  if (kind == LUA_TFUNCTION) {
    lua_pushvalue(L, 3);
    int count = push_captures(m, s, end);
    lua_call(L, count, 1);
  } else if (kind == LUA_TTABLE) {
    push_capture(m, 0, s, end);
    lua_gettable(L, 3);
  } else {
    add_template(m, b, s, end);
    return true;
  }
  if (!lua_toboolean(L, -1)) {
    lua_pop(L, 1);
    luaL_addlstring(b, (const char *)s, (size_t)(end - s));
    tick(m, (end - s) >> 4);
    return false;
  }
  if (!lua_isstring(L, -1)) luaL_error(L, "invalid replacement value (a %s)", luaL_typename(L, -1));
  tick(m, (int64_t)(lua_rawlen(L, -1) >> 4));
  luaL_addvalue(b);
  return true;
}

int lb_str_gsub(lua_State *L) {
  size_t s_length, p_length;
  const byte *s = check_bytes(L, 1, &s_length), *p = check_bytes(L, 2, &p_length);
  int kind = lua_type(L, 3);
  lua_Integer most = luaL_optinteger(L, 4, (lua_Integer)s_length + 1), count = 0;
  luaL_argexpected(L, kind == LUA_TNUMBER || kind == LUA_TSTRING || kind == LUA_TFUNCTION || kind == LUA_TTABLE, 3,
                   "string/function/table");
  matcher m;
  bool anchored = p_length > 0 && *p == '^';
  int first = start(&m, L, s, s_length, &p, p_length);
  luaL_Buffer b;
  luaL_buffinit(L, &b);
  bool changed = false;
  const byte *last = NULL;
  while (count < most) {
    if (first >= 0) {
      const byte *at = skip(&m, s, first);
      luaL_addlstring(&b, (const char *)s, (size_t)(at - s));
      s = at;
    }
    const byte *end = match_here(&m, s, p);
    if (end != NULL && end != last) {
      count++;
      if (add_replacement(&m, &b, s, end, kind)) changed = true;
      s = last = end;
    } else if (s < m.end) {
      luaL_addchar(&b, (char)*s++);
    } else {
      break;
    }
    if (anchored) break;
  }
  settle(&m);
  if (changed) {
    lb_charge(L, (m.end - s) >> 4);
    luaL_addlstring(&b, (const char *)s, (size_t)(m.end - s));
    luaL_pushresult(&b);
  } else {
    lua_pushvalue(L, 1);
  }
  lua_pushinteger(L, count);
  return 2;
}
