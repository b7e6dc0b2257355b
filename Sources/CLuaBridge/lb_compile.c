// `load`: a script compiles text, never bytecode, at a charge that grows with its length.
#include <string.h>

#include "lb_internal.h"

// Compiling takes some 40 ns a byte, and grows with the square of a long chain of `elseif`.
enum { LOAD_COST = 8, MAX_LOAD = 1 << 20 };

static void charge_load(lua_State *L, size_t *total, size_t size) {
  *total += size;
  if (*total > MAX_LOAD) luaL_error(L, "load: the text is longer than the %d bytes allowed", MAX_LOAD);
  lb_charge(L, LOAD_COST * (int64_t)size);
}

// upvalue: none; load(chunk [, name [, mode [, env]]])
static const char *read_piece(lua_State *L, void *data, size_t *size) {
  luaL_checkstack(L, 2, "too many nested functions");
  lua_pushvalue(L, 1);
  lua_call(L, 0, 1);
  if (lua_isnil(L, -1)) {
    lua_pop(L, 1);
    *size = 0;
    return NULL;
  }
  if (lua_type(L, -1) != LUA_TSTRING) luaL_error(L, "reader function must return a string");
  lua_replace(L, 5);
  const char *piece = lua_tolstring(L, 5, size);
  charge_load(L, data, *size);
  return piece;
}

int lb_base_load(lua_State *L) {
  bool has_env = lua_gettop(L) >= 4;
  size_t length;
  const char *text = lua_type(L, 1) == LUA_TSTRING ? lua_tolstring(L, 1, &length) : NULL;
  const char *name = luaL_optstring(L, 2, text != NULL ? text : "=(load)");
  const char *mode = luaL_optstring(L, 3, "t");
  if (strchr(mode, 't') == NULL) return luaL_error(L, "load: bytecode is not available to scripts");
  if (text == NULL) luaL_checktype(L, 1, LUA_TFUNCTION);
  lua_settop(L, 5);
  size_t total = 0;
  if (text != NULL) charge_load(L, &total, length);
  int status = text != NULL ? luaL_loadbufferx(L, text, length, name, "t") : lua_load(L, read_piece, &total, name, "t");
  if (status != LUA_OK) {
    if (status == LUA_ERRMEM) lb_trip(L, LB_NO_MEMORY);
    if (lb_is_tripped(L)) return lua_error(L);
    lua_pushnil(L);
    lua_insert(L, -2);
    return 2;
  }
  if (has_env)
    lua_pushvalue(L, 4);
  else
    lb_push_globals(L, lb_get(L)->current);
  if (lua_setupvalue(L, -2, 1) == NULL) lua_pop(L, 1);
  return 1;
}
