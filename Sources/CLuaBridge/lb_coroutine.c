// `coroutine.create`, `resume`, `close`, `wrap` and `yield`, which cannot outlive a stopped script.
#include "lb_internal.h"

// Resumes `co` with the `count` values on top of L. Returns the number of results moved to L, or −1 with the error.
static int resume(lua_State *L, lua_State *co, int count) {
  // Closing variables while a stopped call unwinds must not start anything new.
  lb_charge(L, 16);
  if (lb_is_dropped(co)) {
    lua_pushliteral(L, "cannot resume dead coroutine");
    return -1;
  }
  if (!lua_checkstack(co, count)) {
    lua_pushliteral(L, "too many arguments to resume");
    return -1;
  }
  lua_xmove(L, co, count);
  lb_keep_pace(co);
  lb_vm *vm = lb_get(L);
  lua_State *before = vm->coroutine;
  vm->coroutine = co;
  int results;
  int status = lua_resume(co, L, count, &results);
  vm->coroutine = before;
  lb_keep_pace(L);
  if (status == LUA_OK || status == LUA_YIELD) {
    if (!lua_checkstack(L, results + 1)) {
      lua_pop(co, results);
      lua_pushliteral(L, "too many results to resume");
      return -1;
    }
    lua_xmove(co, L, results);
    return results;
  }
  lua_xmove(co, L, 1);
  if (status == LUA_ERRMEM) lb_run_out(L);
  if (lb_is_tripped(L)) {
    lb_drop(co);
    return lua_error(L);
  }
  return -1;
}

int lb_co_resume(lua_State *L) {
  lua_State *co = lua_tothread(L, 1);
  luaL_argexpected(L, co != NULL, 1, "coroutine");
  if (lb_is_task(L, 1)) {
    lua_pushboolean(L, 0);
    lua_pushliteral(L, "cannot resume a task: geoscript continues it");
    return 2;
  }
  int results = resume(L, co, lua_gettop(L) - 1);
  if (results < 0) {
    lua_pushboolean(L, 0);
    lua_insert(L, -2);
    return 2;
  }
  lua_pushboolean(L, 1);
  lua_insert(L, -(results + 1));
  return results + 1;
}

static int call_wrapped(lua_State *L) {
  lua_State *co = lua_tothread(L, lua_upvalueindex(1));
  int results = resume(L, co, lua_gettop(L));
  if (results >= 0) return results;
  int status = lua_status(co);
  if (status != LUA_OK && status != LUA_YIELD && !lb_is_dropped(co)) {
    lua_resetthread(co);
    // The object to raise lies on L already; closing may have replaced it.
    lua_settop(co, 0);
  }
  if (lua_type(L, -1) == LUA_TSTRING) {
    luaL_where(L, 1);
    lua_insert(L, -2);
    lua_concat(L, 2);
  }
  return lua_error(L);
}

int lb_co_create(lua_State *L) {
  luaL_checktype(L, 1, LUA_TFUNCTION);
  lua_State *co = lua_newthread(L);
  lua_pushvalue(L, 1);
  lua_xmove(L, co, 1);
  lb_watch(L, co);
  return 1;
}

// upvalue 1: Lua's own
int lb_co_close(lua_State *L) {
  lb_charge(L, 16);
  lua_State *co = lua_tothread(L, 1);
  if (co != NULL && lb_is_task(L, 1)) return luaL_error(L, "cannot close a task: call its cancel()");
  // Lua 5.4.4 does not count these calls, and what a coroutine closes may close the next one.
  if (lb_is_deep(lb_get(L), __builtin_frame_address(0)))
    return luaL_error(L, "stack overflow: coroutines close each other too deeply");
  if (co == NULL || !lb_is_dropped(co)) return lua_tocfunction(L, lua_upvalueindex(1))(L);
  lua_pushboolean(L, 0);
  lua_pushliteral(L, "stopped");
  return 2;
}

int lb_co_wrap(lua_State *L) {
  lb_co_create(L);
  lua_pushcclosure(L, call_wrapped, 1);
  return 1;
}

int lb_co_yield(lua_State *L) {
  if (L == lb_get(L)->task) return luaL_error(L, "a task cannot yield: write geoscript.sleep(0) to let others run");
  return lua_yield(L, lua_gettop(L));
}
