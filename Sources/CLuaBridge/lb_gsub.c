/// `string.gsub`, whose work the count hook cannot see: every step is charged to the running call. Results and error
/// messages are Lua 5.4's.
#include "lb_match.h"

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
      ptrdiff_t n = lb_get_capture(m, c - '1', s, end, &start);
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
    int count = lb_push_captures(m, s, end);
    lua_call(L, count, 1);
  } else if (kind == LUA_TTABLE) {
    lb_push_capture(m, 0, s, end);
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
    const byte *end = lb_match_here(&m, s, p);
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
