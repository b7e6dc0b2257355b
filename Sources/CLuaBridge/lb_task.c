// Tasks: coroutines that the host makes, continues and closes.
#include "lb_internal.h"

/// How a task came back to the host.
typedef struct outcome {
  bool waits, failed;
} outcome;

void lb_task_new(lua_State *L) {
  lua_State *thread = lua_newthread(L);
  lua_insert(L, -2);
  lua_xmove(L, thread, 1);
  lb_add_task(L, -1);
}

// [outcome, thread, values…]: returns the error of a task that failed, with its traceback noted.
static int run_task(lua_State *L) {
  lb_vm *vm = lb_get(L);
  outcome *result = lua_touserdata(L, 1);
  lua_State *thread = lua_tothread(L, 2);
  int count = lua_gettop(L) - 2;
  if (!lua_checkstack(thread, count)) return luaL_error(L, "too many values for a task");
  lua_xmove(L, thread, count);
  lb_restart_count(thread);
  lua_State *before = vm->task, *coroutine = vm->coroutine;
  vm->task = vm->coroutine = thread;
  int results;
  int status = lua_resume(thread, L, count, &results);
  vm->task = before;
  vm->coroutine = coroutine;
  if (status == LUA_OK || status == LUA_YIELD) {
    lua_pop(thread, results);
    result->waits = status == LUA_YIELD;
    return 0;
  }
  lua_xmove(thread, L, 1);
  if (status == LUA_ERRMEM) lb_run_out(L);
  lb_note_error(L, thread, 0);
  result->failed = true;
  // Closing the variables of one that was stopped would start something new.
  if (lb_is_tripped(L)) {
    lb_drop(thread);
    return 1;
  }
  lua_resetthread(thread);
  lua_settop(thread, 0);
  return 1;
}

int32_t lb_task_resume(lua_State *L, int32_t nargs) {
  outcome result = {false, false};
  lb_pushhandler(L);
  lua_pushcfunction(L, run_task);
  lua_pushlightuserdata(L, &result);
  lua_rotate(L, -(nargs + 4), 3);
  int32_t status = lb_pcall(L, nargs + 2, 1);
  if (status != LB_OK && result.failed) {
    // A limit ended it: where, says the task's own error.
    lua_pop(L, 1);
    lua_rawgeti(L, LUA_REGISTRYINDEX, lb_get(L)->error_value);
  }
  if (status != LB_OK) return status;
  if (result.failed) return LB_ERROR;
  lua_pop(L, 1);
  return result.waits ? LB_WAITS : LB_OK;
}

static int close_task(lua_State *L) {
  lua_State *thread = lua_tothread(L, 1);
  if (lb_is_dropped(thread) || lua_resetthread(thread) == LUA_OK) return 0;
  lua_xmove(thread, L, 1);
  return lua_error(L);
}

int32_t lb_task_close(lua_State *L) {
  lb_pushhandler(L);
  lua_pushcfunction(L, close_task);
  lua_rotate(L, -3, 2);
  return lb_pcall(L, 1, 0);
}
