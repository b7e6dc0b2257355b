// `pcall` and `xpcall`, which cannot outlive a stopped script.
#include "lb_internal.h"

static int finish_pcall(lua_State *L, int status, lua_KContext extra) {
  if (status != LUA_OK && status != LUA_YIELD) {
    // No handler of the script may keep a call alive that the limits ended.
    if (status == LUA_ERRMEM) lb_run_out(L);
    if (lb_is_tripped(L)) return lua_error(L);
    // Catching shrinks the stack, at a cost that grows with how deep it is; what is deep is also large.
    int64_t bytes = lb_get(L)->current->bytes, most = LUAI_MAXSTACK * 16;
    lb_charge(L, 100 + (bytes < most ? bytes : most) / 512);
    lua_pushboolean(L, 0);
    lua_pushvalue(L, -2);
    return 2;
  }
  return lua_gettop(L) - (int)extra;
}

int lb_base_pcall(lua_State *L) {
  luaL_checkany(L, 1);
  lua_pushboolean(L, 1);
  lua_insert(L, 1);
  int status = lua_pcallk(L, lua_gettop(L) - 2, LUA_MULTRET, 0, 0, finish_pcall);
  return finish_pcall(L, status, 0);
}

// upvalue 1: the script's handler. Lua runs handlers of what a hook raised without hooks: nothing would stop one.
static int handle(lua_State *L) {
  if (lb_is_tripped(L)) return 1;
  lua_settop(L, 1);
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, 1, 1);
  return 1;
}

int lb_base_xpcall(lua_State *L) {
  int arguments = lua_gettop(L) - 2;
  luaL_checktype(L, 2, LUA_TFUNCTION);
  lua_pushvalue(L, 2);
  lua_pushcclosure(L, handle, 1);
  lua_replace(L, 2);
  // [f, handler, …] → [f, handler, true, f, …]
  lua_pushboolean(L, 1);
  lua_pushvalue(L, 1);
  lua_rotate(L, 3, 2);
  int status = lua_pcallk(L, arguments, LUA_MULTRET, 2, 2, finish_pcall);
  return finish_pcall(L, status, 2);
}
