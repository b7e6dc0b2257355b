// Waiting: how a call of the host leaves its task until the host continues it. Only C yields, never Swift.
#include <string.h>

#include "lb_internal.h"

void lb_open_tasks(lua_State *L) {
  lua_newtable(L);
  lua_createtable(L, 0, 1);
  lua_pushliteral(L, "k");
  lua_setfield(L, -2, "__mode");
  lua_setmetatable(L, -2);
  lb_get(L)->tasks = luaL_ref(L, LUA_REGISTRYINDEX);
}

void lb_add_task(lua_State *L, int index) {
  lb_vm *vm = lb_get(L);
  index = lua_absindex(L, index);
  lb_copy *running = lb_begin_shared(vm);
  lua_rawgeti(L, LUA_REGISTRYINDEX, vm->tasks);
  lua_pushvalue(L, index);
  lua_pushboolean(L, 1);
  lua_rawset(L, -3);
  lua_pop(L, 1);
  lb_end_shared(vm, running);
}

bool lb_is_task(lua_State *L, int index) {
  index = lua_absindex(L, index);
  lua_rawgeti(L, LUA_REGISTRYINDEX, lb_get(L)->tasks);
  lua_pushvalue(L, index);
  bool is_task = lua_rawget(L, -2) != LUA_TNIL;
  lua_pop(L, 2);
  return is_task;
}

int32_t lb_await_flaw(lua_State *L) {
  // Each level is looked up from the top: deep down in a recursion a metamethod is as harmless as it is unlikely.
  enum { LEVELS = 100 };
  const lb_vm *vm = lb_get(L);
  if (vm->task == NULL || L == vm->L) return LB_OUTSIDE_TASK;
  if (L != vm->task) return LB_IN_COROUTINE;
  lua_Debug call;
  for (int level = 1; level < LEVELS && lua_getstack(L, level, &call); level++) {
    if (lua_getinfo(L, "n", &call) && strcmp(call.namewhat, "metamethod") == 0) return LB_IN_METAMETHOD;
  }
  return lua_isyieldable(L) ? LB_CAN_AWAIT : LB_IN_LIBRARY;
}

// The values with which the host continued the task are the results of the call that waited.
static int awaited(lua_State *L, int status, lua_KContext context) {
  (void)status;
  (void)context;
  return lua_gettop(L);
}

int lb_await(lua_State *L) {
  lua_settop(L, 0);
  return lua_yieldk(L, 0, 0, awaited);
}
