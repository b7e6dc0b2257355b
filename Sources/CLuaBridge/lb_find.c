/// `string.find`, `match` and `gmatch`, whose work the count hook cannot see: every step is charged to the running
/// call. Results and error messages are Lua 5.4's.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE  // memmem
#endif
#include "lb_match.h"

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
    const byte *end = lb_match_here(&m, at, p);
    if (end != NULL) {
      int results;
      if (find) {
        lua_pushinteger(L, at - s + 1);
        lua_pushinteger(L, end - s);
        results = 2 + lb_push_captures(&m, NULL, NULL);
      } else {
        results = lb_push_captures(&m, at, end);
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
    const byte *end = lb_match_here(&m, at, p);
    if (end != NULL && end - s != last) {
      lua_pushinteger(L, end - s);
      lua_copy(L, -1, lua_upvalueindex(3));
      lua_replace(L, lua_upvalueindex(4));
      int results = lb_push_captures(&m, at, end);
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
