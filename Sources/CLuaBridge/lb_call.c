// Calls between Lua and the host, and errors that pass through both.
#include <string.h>

#include "lb_internal.h"

void lb_note_error(lua_State *L, lua_State *thread, int level) {
  lb_vm *vm = lb_get(L);
  vm->in_host++;
  lua_rawgeti(L, LUA_REGISTRYINDEX, vm->error_value);
  bool again = !lua_isnil(L, -2) && lua_rawequal(L, -1, -2);
  lua_pop(L, 1);
  luaL_traceback(L, thread, NULL, level);
  if (again) {
    // The same error passed through Swift: its first traceback comes first.
    lua_rawgeti(L, LUA_REGISTRYINDEX, vm->error_trace);
    lua_pushliteral(L, "\n");
    lua_rotate(L, -3, -1);
    lua_concat(L, 3);
  }
  lua_rawseti(L, LUA_REGISTRYINDEX, vm->error_trace);
  lua_pushvalue(L, -1);
  lua_rawseti(L, LUA_REGISTRYINDEX, vm->error_value);
  vm->in_host--;
  if (vm->debug != NULL && !again) lb_debug_error(thread);
}

int lb_handle_error(lua_State *L) {
  lua_settop(L, 1);
  lb_note_error(L, L, 1);
  return 1;
}

void lb_pushhandler(lua_State *L) { lua_pushcfunction(L, lb_handle_error); }

/// What a call leaves behind that no other one contains.
static void end_outermost(lua_State *L, lb_vm *vm, int32_t result, uint64_t start) {
  if (start != 0) {
    uint64_t end = lb_nanoseconds();
    vm->call_time += end - start;
    if (vm->profile != NULL) lb_profile_end(vm, end);
  }
  __atomic_store_n(&vm->epoch, vm->epoch + 1, __ATOMIC_RELEASE);
  bool is_trip = result == LB_NO_MEMORY || result == LB_OVER_BUDGET || result == LB_STOPPED;
  vm->current->trips = is_trip ? vm->current->trips + 1 : 0;
  vm->current->launched = true;
  lb_end_budget(L);
  if (vm->due != 0) lb_settle(L);
}

int32_t lb_run(lua_State *L, int function, int nargs, int nresults, int handler) {
  lb_vm *vm = lb_get(L);
  bool outermost = vm->depth == 0;
  uint64_t start = outermost && vm->is_timed ? lb_nanoseconds() : 0;
  int saved = vm->in_host;
  // The frame, not a local: AddressSanitizer keeps locals elsewhere.
  const char *here = __builtin_frame_address(0);
  if (outermost) {
    vm->stack_base = here;
    lb_begin_budget(L);
    if (start != 0 && vm->profile != NULL) lb_profile_begin(L, function, start);
    // One writer: a plain store, which costs nothing, is enough.
    __atomic_store_n(&vm->epoch, vm->epoch + 1, __ATOMIC_RELEASE);
  }
  // A stopped call makes no further calls.
  if (!outermost && vm->tripped != 0) {
    lua_settop(L, function - 1);
    lua_pushliteral(L, "stopped");
    return vm->tripped;
  }
  // Lua counts C calls for each coroutine, so a call from one to the main stack would restart at 0.
  if (lb_is_deep(vm, here)) {
    lua_settop(L, function - 1);
    lua_pushliteral(L, "stack overflow: calls between Lua and the host are nested too deeply");
    return LB_ERROR;
  }
  vm->depth++;
  vm->in_host = 0;
  int status = lua_pcall(L, nargs, nresults, handler);
  vm->in_host = saved;
  vm->depth--;
  int32_t result = status == LUA_OK ? LB_OK : status == LUA_ERRMEM ? LB_NO_MEMORY : LB_ERROR;
  if (vm->tripped != 0) result = vm->tripped;
  if (status == LUA_ERRMEM && result == LB_OVER_BUDGET) {
    // What was refused was not for want of memory.
    lua_pop(L, 1);
    lb_push_reason(L);
  }
  if (vm->tripped != 0 && status == LUA_OK) {
    // The script caught its stop in its last instruction.
    lua_settop(L, function - 1);
    lua_pushliteral(L, "stopped");
  }
  if (outermost) end_outermost(L, vm, result, start);
  return result;
}

int32_t lb_pcall(lua_State *L, int32_t nargs, int32_t nresults) {
  int handler = lua_gettop(L) - nargs - 1;
  int32_t result = lb_run(L, handler + 1, nargs, nresults, handler);
  if (result == LB_OK && nresults == 0)
    lua_settop(L, handler - 1);
  else
    lua_remove(L, handler);
  return result;
}

void lb_pushtraceback(lua_State *L) {
  lb_vm *vm = lb_get(L);
  if (lua_rawgeti(L, LUA_REGISTRYINDEX, vm->error_trace) != LUA_TSTRING) {
    lua_pop(L, 1);
    lua_pushliteral(L, "");
  }
  lua_pushboolean(L, 0);
  lua_rawseti(L, LUA_REGISTRYINDEX, vm->error_trace);
  lua_pushboolean(L, 0);
  lua_rawseti(L, LUA_REGISTRYINDEX, vm->error_value);
}

void lb_rethrow(lua_State *L) {
  lb_vm *vm = lb_get(L);
  lua_rawseti(L, LUA_REGISTRYINDEX, vm->error_trace);
  lua_pushvalue(L, -1);
  lua_rawseti(L, LUA_REGISTRYINDEX, vm->error_value);
}

void lb_where(lua_State *L, int32_t level) { luaL_where(L, level); }

void lb_definition(lua_State *L, int32_t index) {
  lua_Debug function;
  if (lua_type(L, index) == LUA_TFUNCTION && !lua_iscfunction(L, index)) {
    lua_pushvalue(L, index);
    if (lua_getinfo(L, ">S", &function) && function.linedefined > 0) {
      lua_pushfstring(L, "%s:%d: ", function.short_src, function.linedefined);
      return;
    }
  }
  lua_pushliteral(L, "");
}

bool lb_called_by_colon(lua_State *L) {
  lua_Debug call;
  return lua_getstack(L, 0, &call) && lua_getinfo(L, "n", &call) && strcmp(call.namewhat, "method") == 0;
}

int32_t lb_current_line(const lb_vm *vm) { return __atomic_load_n(&vm->line, __ATOMIC_RELAXED); }

void lb_time_calls(lb_vm *vm) { vm->is_timed = true; }

uint64_t lb_call_time(const lb_vm *vm) { return vm->call_time; }

uint64_t lb_call_epoch(const lb_vm *vm) { return __atomic_load_n(&vm->epoch, __ATOMIC_ACQUIRE); }

bool lb_load(lua_State *L, const char *text, size_t length, const char *chunkname) {
  return luaL_loadbufferx(L, length > 0 ? text : "", length, chunkname, "t") == LUA_OK;
}

int lb_enter_host(lua_State *L, int32_t member) {
  lb_vm *vm = lb_get(L);
  if (vm->tripped != 0 && vm->depth > 0) lb_charge(L, 0);
  if (vm->due != 0) lb_settle(L);
  vm->in_host++;
  vm->budget_left -= LB_HOST_CALL;
  int32_t count = vm->call(vm->context, L, member);
  vm->in_host--;
  if (count == LB_SUSPEND) return lb_await(L);
  // Few instructions may have done a lot of work, or have failed because it would be too much.
  if (vm->depth > 0 && (vm->budget_left <= 0 || lb_is_wanted_to_stop(vm))) lb_charge(L, 0);
  return count < 0 ? lua_error(L) : count;
}
