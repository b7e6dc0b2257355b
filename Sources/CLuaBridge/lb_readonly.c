// Proxies that read from a table and refuse writes.
#include "lb_internal.h"

const char lb_key_real;

// upvalue: what the table is called
static int refuse_write(lua_State *L) {
  const char *what = lua_tostring(L, lua_upvalueindex(1));
  lua_settop(L, 3);
  // Of a function the caller wants that it is called with this one.
  if (lua_type(L, 2) == LUA_TSTRING && lua_type(L, 3) == LUA_TFUNCTION && lb_pushreal(L, 1)) {
    lua_pushvalue(L, 2);
    if (lua_rawget(L, -2) == LUA_TFUNCTION)
      return luaL_error(L, "%s cannot be changed (call it: %s(function(…) … end))", what, lua_tostring(L, 2));
  }
  return luaL_error(L, "%s cannot be changed", what);
}

static int module_missing(lua_State *L) {
  lua_settop(L, 2);
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  return lb_enter(L, LB_MEMBER_MISSING_FIELD);
}

void lb_readonly(lua_State *L, const char *what) {
  // The real table gets the missing-name error, the proxy before it the write error.
  if (!lua_getmetatable(L, -1)) {
    lua_createtable(L, 0, 1);
    lua_pushstring(L, what);
    lua_pushcclosure(L, module_missing, 1);
    lua_setfield(L, -2, "__index");
    lua_setmetatable(L, -2);
  } else {
    lua_pop(L, 1);
  }
  lb_freeze(L, what);
}

void lb_freeze(lua_State *L, const char *what) {
  lua_newtable(L);
  lua_createtable(L, 0, 6);
  lua_pushvalue(L, -3);
  lua_setfield(L, -2, "__index");
  lua_pushvalue(L, -3);
  lua_rawsetp(L, -2, &lb_key_real);
  lua_pushstring(L, what);
  lua_pushcclosure(L, refuse_write, 1);
  lua_setfield(L, -2, "__newindex");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_setmetatable(L, -2);
  lua_remove(L, -2);
}

bool lb_pushreal(lua_State *L, int32_t index) {
  if (lua_type(L, index) != LUA_TTABLE || !lua_getmetatable(L, index)) return false;
  if (lua_rawgetp(L, -1, &lb_key_real) == LUA_TTABLE) {
    lua_remove(L, -2);
    return true;
  }
  lua_pop(L, 2);
  return false;
}
