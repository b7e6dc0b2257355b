// The named values of `Class.new{…}`.
#include "lb_internal.h"

int32_t lb_places_new(lb_vm *vm) {
  lua_newtable(vm->L);
  return luaL_ref(vm->L, LUA_REGISTRYINDEX);
}

void lb_places_add(lb_vm *vm, int32_t places, const char *name, int32_t place) {
  lua_State *L = vm->L;
  lua_rawgeti(L, LUA_REGISTRYINDEX, places);
  lua_pushinteger(L, place);
  lua_setfield(L, -2, name);
  lua_pop(L, 1);
}

int32_t lb_spread(lua_State *L, int32_t table, int32_t places, int32_t count) {
  table = lua_absindex(L, table);
  if (!lua_checkstack(L, count + LUA_MINSTACK)) return -1;
  int first = lua_gettop(L);
  for (int32_t i = 0; i < count; i++) lua_pushnil(L);
  lua_rawgeti(L, LUA_REGISTRYINDEX, places);
  int map = lua_gettop(L);
  int32_t others = 0;
  lua_pushnil(L);
  while (lua_next(L, table)) {
    lua_pushvalue(L, -2);
    int32_t place = lua_rawget(L, map) == LUA_TNUMBER ? (int32_t)lua_tointeger(L, -1) : 0;
    lua_pop(L, 1);
    if (place > 0) {
      lua_replace(L, first + place);
    } else {
      others++;
      lua_pop(L, 1);
    }
  }
  lua_settop(L, first + count);
  return others;
}
