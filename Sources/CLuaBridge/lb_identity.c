// Identity numbers of values in a copy: the same in every run, whatever their addresses.
#include "lb_internal.h"

int64_t lb_identity(lua_State *L, int index) {
  lb_copy *copy = lb_get(L)->current;
  index = lua_absindex(L, index);
  // Shared objects have a separate number in each copy, so that no copy learns what another has used.
  if (copy->numbered == 0) {
    lua_newtable(L);
    lua_createtable(L, 0, 1);
    lua_pushliteral(L, "k");
    lua_setfield(L, -2, "__mode");
    lua_setmetatable(L, -2);
    copy->numbered = luaL_ref(L, LUA_REGISTRYINDEX);
  }
  lua_rawgeti(L, LUA_REGISTRYINDEX, copy->numbered);
  lua_pushvalue(L, index);
  if (lua_rawget(L, -2) == LUA_TNIL) {
    lua_pop(L, 1);
    lua_pushvalue(L, index);
    lua_pushinteger(L, ++copy->identities);
    lua_rawset(L, -3);
    lua_pop(L, 1);
    return copy->identities;
  }
  int64_t number = lua_tointeger(L, -1);
  lua_pop(L, 2);
  return number;
}

int64_t lb_birth(lua_State *L, int32_t index) {
  const char *object = lua_topointer(L, index);
  switch (lua_type(L, index)) {
    case LUA_TUSERDATA:
      return ((const lb_object *)lua_touserdata(L, index))->birth;
    case LUA_TTHREAD:
      // The block begins with the extra space.
      object -= LUA_EXTRASPACE;
      break;
    case LUA_TFUNCTION:
      // A C function without upvalues is no object; its own number is given by the first who asks.
      if (lua_iscfunction(L, index) && lua_getupvalue(L, index, 1) == NULL) return -lb_identity(L, index);
      if (lua_iscfunction(L, index)) lua_pop(L, 1);
      break;
    case LUA_TTABLE:
      break;
    default:
      return 0;
  }
  return ((const lb_header *)object - 1)->birth;
}
