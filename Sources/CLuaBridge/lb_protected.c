// Reads and writes that may run a script's code: calls that cannot raise.
#include "lb_internal.h"

static int gettable(lua_State *L) {
  lua_gettable(L, 1);
  return 1;
}

bool lb_protected_get(lua_State *L) {
  lua_pushcfunction(L, gettable);
  lua_insert(L, -3);
  lb_pushhandler(L);
  lua_insert(L, -4);
  return lb_pcall(L, 2, 1) == LB_OK;
}

bool lb_getfield(lua_State *L, int32_t index, const char *key) {
  lua_pushvalue(L, index);
  lua_pushstring(L, key);
  return lb_protected_get(L);
}

static int settable(lua_State *L) {
  lua_settable(L, 1);
  return 0;
}

bool lb_settable(lua_State *L, int32_t index) {
  lua_pushvalue(L, index);
  lua_insert(L, -3);
  lua_pushcfunction(L, settable);
  lua_insert(L, -4);
  lb_pushhandler(L);
  lua_insert(L, -5);
  return lb_pcall(L, 3, 0) == LB_OK;
}

bool lb_pushdescription(lua_State *L, int32_t index) {
  index = lua_absindex(L, index);
  if (lua_type(L, index) == LUA_TSTRING) {
    lua_pushvalue(L, index);
    return true;
  }
  lb_pushhandler(L);
  lua_pushcfunction(L, lb_tostring);
  lua_pushvalue(L, index);
  // Describing is no callback: it neither ends nor begins a row of trips.
  int32_t trips = lb_get(L)->current->trips;
  bool is_told = lb_pcall(L, 1, 1) == LB_OK && lua_type(L, -1) == LUA_TSTRING;
  if (!is_told) {
    lua_pop(L, 1);
    lua_pushstring(L, lb_typename(L, index));
  }
  lb_get(L)->current->trips = trips;
  return is_told;
}

int32_t lb_getstructfield(lua_State *L, int32_t index, int32_t number, int32_t field) {
  int32_t key = lb_get(L)->structs[number].fields[field];
  index = lua_absindex(L, index);
  lua_rawgeti(L, LUA_REGISTRYINDEX, key);
  int type = lua_rawget(L, index);
  if (type != LUA_TNIL || !lua_getmetatable(L, index)) return type;
  lua_pop(L, 2);
  lua_rawgeti(L, LUA_REGISTRYINDEX, key);
  const char *name = lua_tostring(L, -1);
  if (!lb_getfield(L, index, name)) {
    lua_pop(L, 1);
    lua_pushnil(L);
  }
  lua_remove(L, -2);
  return lua_type(L, -1);
}

int32_t lb_getreffield(lua_State *L, int32_t ref, const char *name, size_t length) {
  int type = lua_rawgeti(L, LUA_REGISTRYINDEX, ref);
  bool ends_here = false;
  if (type == LUA_TTABLE) {
    lua_pushlstring(L, name, length);
    if (lua_rawget(L, -2) != LUA_TNIL) {
      lua_remove(L, -2);
      return lua_type(L, -1);
    }
    lua_pop(L, 1);
    ends_here = !lua_getmetatable(L, -1);
    if (!ends_here) lua_pop(L, 1);
  } else if (type == LUA_TUSERDATA && ((const lb_object *)lua_touserdata(L, -1))->cls->script) {
    // What open_index looks at first.
    if (lua_getiuservalue(L, -1, 2) == LUA_TTABLE) {
      lua_pushlstring(L, name, length);
      if (lua_rawget(L, -2) != LUA_TNIL) {
        lua_replace(L, -3);
        lua_pop(L, 1);
        return lua_type(L, -1);
      }
      lua_pop(L, 1);
    }
    lua_pop(L, 1);
  } else {
    ends_here = type != LUA_TUSERDATA;
  }
  if (ends_here) {
    lua_pop(L, 1);
    lua_pushnil(L);
    return LUA_TNIL;
  }
  lua_pushlstring(L, name, length);
  return lb_protected_get(L) ? lua_type(L, -1) : LUA_TNONE;
}
