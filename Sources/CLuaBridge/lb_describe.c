/// Descriptions of values, without addresses, which differ between runs.
#include "lb_internal.h"

const char *lb_describe(lua_State *L, int index, size_t *length) {
  index = lua_absindex(L, index);
  int type = lua_type(L, index);
  switch (type) {
    case LUA_TTABLE:
    case LUA_TFUNCTION:
    case LUA_TUSERDATA:
    case LUA_TLIGHTUSERDATA:
    case LUA_TTHREAD:
      break;
    default:
      return luaL_tolstring(L, index, length);
  }
  if (luaL_callmeta(L, index, "__tostring")) {
    if (!lua_isstring(L, -1)) luaL_error(L, "'__tostring' must return a string");
    return lua_tolstring(L, -1, length);
  }
  const char *kind = lua_typename(L, type);
  int named = luaL_getmetafield(L, index, "__name");
  if (named == LUA_TSTRING && lua_rawlen(L, -1) <= LB_LONGEST_NAME) kind = lua_tostring(L, -1);
  lua_pushfstring(L, "%s: %I", kind, (LUAI_UACINT)lb_identity(L, index));
  if (named != LUA_TNIL) lua_remove(L, -2);
  return lua_tolstring(L, -1, length);
}

int lb_tostring(lua_State *L) {
  luaL_checkany(L, 1);
  lb_describe(L, 1, NULL);
  return 1;
}
