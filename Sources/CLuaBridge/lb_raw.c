// `rawget`, `rawset` and `setmetatable`, which leave the read-only tables of the host alone.
#include "lb_internal.h"

// Replaces the proxy at index by its table; false if it is not a proxy.
static bool unwrap(lua_State *L, int index) {
  if (lua_type(L, index) != LUA_TTABLE || !lua_getmetatable(L, index)) return false;
  if (lua_rawgetp(L, -1, &lb_key_real) == LUA_TTABLE) {
    lua_replace(L, index);
    lua_pop(L, 1);
    return true;
  }
  lua_pop(L, 2);
  return false;
}

static bool is_locked(lua_State *L, int index) {
  if (lb_toclass(L, index) != NULL) return true;
  if (lua_type(L, index) != LUA_TTABLE || !lua_getmetatable(L, index)) return false;
  bool locked = lua_rawgetp(L, -1, &lb_key_real) == LUA_TTABLE;
  lua_pop(L, 2);
  return locked;
}

int lb_base_rawget(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  luaL_checkany(L, 2);
  lua_settop(L, 2);
  unwrap(L, 1);
  lua_rawget(L, 1);
  return 1;
}

int lb_base_rawset(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  luaL_checkany(L, 2);
  luaL_checkany(L, 3);
  lua_settop(L, 3);
  if (is_locked(L, 1)) return luaL_error(L, "rawset: this table belongs to the host and cannot be changed");
  luaL_argcheck(L, !lua_isnil(L, 2), 2, "index is nil");
  luaL_argcheck(L, lua_type(L, 2) != LUA_TNUMBER || lua_rawequal(L, 2, 2), 2, "index is NaN");
  lua_rawset(L, 1);
  return 1;
}

int lb_base_setmetatable(lua_State *L) {
  int type = lua_type(L, 2);
  luaL_checktype(L, 1, LUA_TTABLE);
  luaL_argexpected(L, type == LUA_TNIL || type == LUA_TTABLE, 2, "nil or table");
  if (luaL_getmetafield(L, 1, "__metatable") != LUA_TNIL) return luaL_error(L, "cannot change a protected metatable");
  if (type == LUA_TTABLE) {
    // A finalizer would run at a time that depends on memory, in the middle of another call.
    lua_pushliteral(L, "__gc");
    if (lua_rawget(L, 2) != LUA_TNIL) return luaL_error(L, "__gc is not available to scripts");
  }
  lua_settop(L, 2);
  lua_setmetatable(L, 1);
  return 1;
}
