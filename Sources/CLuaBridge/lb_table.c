/// `table.insert`, `remove`, `move`, `concat` and `unpack`, with every step charged to the running call.
#include "lb_sorting.h"
#include "lb_table.h"

void lb_check_table(lua_State *L, int arg, const char *a, const char *b, const char *c) {
  if (lua_type(L, arg) == LUA_TTABLE) return;
  const char *const wanted[] = {a, b, c};
  for (int i = 0; i < 3; i++) {
    if (wanted[i] == NULL) continue;
    if (luaL_getmetafield(L, arg, wanted[i]) == LUA_TNIL) luaL_checktype(L, arg, LUA_TTABLE);
    lua_pop(L, 1);
  }
}

static const lua_Integer MAX_MOVED = 10000000, MAX_UNPACKED = 1000000;

int lb_tab_move(lua_State *L) {
  lua_Integer from = luaL_checkinteger(L, 2), to = luaL_checkinteger(L, 3), at = luaL_checkinteger(L, 4);
  int target = lua_isnoneornil(L, 5) ? 1 : 5;
  lb_check_table(L, 1, READ, NULL, NULL);
  lb_check_table(L, target, WRITE, NULL, NULL);
  if (to >= from) {
    luaL_argcheck(L, from > 0 || to < LUA_MAXINTEGER + from, 3, "too many elements to move");
    lua_Integer n = to - from + 1;
    luaL_argcheck(L, at <= LUA_MAXINTEGER - n + 1, 4, "destination wrap around");
    if (n > MAX_MOVED)
      return luaL_error(L, "table.move: %I elements are more than the %I allowed", (LUAI_UACINT)n, (LUAI_UACINT)MAX_MOVED);
    meter w = {L, 0};
    bool upwards = at > to || at <= from || (target != 1 && !lua_compare(L, 1, target, LUA_OPEQ));
    for (lua_Integer i = 0; i < n; i++) {
      lua_Integer offset = upwards ? i : n - 1 - i;
      lua_geti(L, 1, from + offset);
      lua_seti(L, target, at + offset);
      tick(&w, 1);
    }
    settle(&w);
  }
  lua_pushvalue(L, target);
  return 1;
}

/// The length of the table at 1, through `__len`.
static lua_Integer checked_length(lua_State *L) {
  lb_check_table(L, 1, READ, WRITE, LENGTH);
  return luaL_len(L, 1);
}

int lb_tab_insert(lua_State *L) {
  lua_Integer end = (lua_Integer)((lua_Unsigned)checked_length(L) + 1), at = end;
  int count = lua_gettop(L);
  if (count != 2 && count != 3) return luaL_error(L, "wrong number of arguments to 'insert'");
  if (count == 3) {
    at = luaL_checkinteger(L, 2);
    // Unsigned, so that a length of the largest integer passes, as in Lua.
    luaL_argcheck(L, (lua_Unsigned)at - 1u < (lua_Unsigned)end, 2, "position out of bounds");
    meter w = {L, 0};
    for (lua_Integer i = end; i > at; i--) {
      lua_geti(L, 1, i - 1);
      lua_seti(L, 1, i);
      tick(&w, 1);
    }
    settle(&w);
  }
  lua_seti(L, 1, at);
  return 0;
}

int lb_tab_remove(lua_State *L) {
  lua_Integer length = checked_length(L), at = luaL_optinteger(L, 2, length);
  if (at != length) luaL_argcheck(L, (lua_Unsigned)at - 1u <= (lua_Unsigned)length, 2, "position out of bounds");
  lua_geti(L, 1, at);
  meter w = {L, 0};
  for (; at < length; at++) {
    lua_geti(L, 1, at + 1);
    lua_seti(L, 1, at);
    tick(&w, 1);
  }
  settle(&w);
  lua_pushnil(L);
  lua_seti(L, 1, at);
  return 1;
}

int lb_tab_concat(lua_State *L) {
  lb_check_table(L, 1, READ, LENGTH, NULL);
  lua_Integer last = luaL_len(L, 1);
  size_t sep_length;
  const char *sep = luaL_optlstring(L, 2, "", &sep_length);
  lua_Integer i = luaL_optinteger(L, 3, 1);
  last = luaL_optinteger(L, 4, last);
  meter w = {L, 1};
  luaL_Buffer b;
  luaL_buffinit(L, &b);
  if (i <= last)
    for (;; i++) {
      lua_geti(L, 1, i);
      if (!lua_isstring(L, -1))
        return luaL_error(L, "invalid value (%s) at index %I in table for 'concat'", luaL_typename(L, -1), (LUAI_UACINT)i);
      tick(&w, 1 + (int64_t)((lua_rawlen(L, -1) + sep_length) >> 4));
      luaL_addvalue(&b);
      if (i == last) break;
      luaL_addlstring(&b, sep, sep_length);
    }
  settle(&w);
  luaL_pushresult(&b);
  return 1;
}

int lb_tab_unpack(lua_State *L) {
  lua_Integer i = luaL_optinteger(L, 2, 1);
  lua_Integer last = lua_isnoneornil(L, 3) ? luaL_len(L, 1) : luaL_checkinteger(L, 3);
  if (i > last) return 0;
  lua_Unsigned n = (lua_Unsigned)last - (lua_Unsigned)i;
  if (n >= (lua_Unsigned)MAX_UNPACKED || !lua_checkstack(L, (int)++n)) return luaL_error(L, "too many results to unpack");
  lb_charge(L, (int64_t)n);
  for (; i < last; i++) lua_geti(L, 1, i);
  lua_geti(L, 1, last);
  return (int)n;
}
