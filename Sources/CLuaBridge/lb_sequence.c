// Sequences: tables that answer methods.
#include "lb_internal.h"

static int sequence_count(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_pushinteger(L, (lua_Integer)lua_rawlen(L, 1));
  return 1;
}

static int sequence_any(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_rawgeti(L, 1, 1);
  return 1;
}

static int sequence_at(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_Integer index = luaL_checkinteger(L, 2), count = (lua_Integer)lua_rawlen(L, 1);
  if (index < 1 || index > count)
    return luaL_error(L, "index %I is outside 1…%I", (LUAI_UACINT)index, (LUAI_UACINT)count);
  lua_rawgeti(L, 1, index);
  return 1;
}

void lb_newsequence(lua_State *L, int32_t count) {
  lua_createtable(L, count, 0);
  lua_rawgeti(L, LUA_REGISTRYINDEX, lb_get(L)->sequence_meta);
  lua_setmetatable(L, -2);
}

bool lb_issequence(lua_State *L, int32_t index) {
  if (lua_type(L, index) != LUA_TTABLE || !lua_getmetatable(L, index)) return false;
  lua_rawgeti(L, LUA_REGISTRYINDEX, lb_get(L)->sequence_meta);
  bool same = lua_rawequal(L, -1, -2);
  lua_pop(L, 2);
  return same;
}

void lb_open_sequences(lua_State *L) {
  static const luaL_Reg functions[] = {
      {"count", sequence_count}, {"anyObject", sequence_any}, {"objectAtIndex", sequence_at}, {NULL, NULL}};
  lua_createtable(L, 0, 2);
  luaL_newlib(L, functions);
  lua_setfield(L, -2, "__index");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lb_get(L)->sequence_meta = luaL_ref(L, LUA_REGISTRYINDEX);
}
