// The budget of a call: instructions, further charges, and stopping it from another thread.
#include "lb_internal.h"

void lb_push_reason(lua_State *L) {
  const lb_vm *vm = lb_get(L);
  if (vm->tripped == LB_NO_MEMORY)
    lua_pushliteral(L, "not enough memory");
  else if (vm->tripped == LB_STOPPED)
    lua_pushliteral(L, "stopped: one call ran too long");
  else
    lua_pushfstring(
        L, "stopped after %I instructions in one call (%s)", (LUAI_UACINT)vm->budget,
        vm->is_long ? "ten times --max-instructions: the main chunk and onFinish may take longer than a callback"
                    : "--max-instructions");
}

static void raise_trip(lua_State *L) {
  lb_vm *vm = lb_get(L);
  lb_trip(L, vm->tripped);
  // The message must not fail for want of memory, which would collect all garbage once more.
  vm->in_host++;
  luaL_where(L, 1);
  lb_push_reason(L);
  lua_concat(L, 2);
  vm->in_host--;
  lua_error(L);
}

static void on_line(lua_State *L, lua_Debug *ar) {
  lb_vm *vm = lb_get(L);
  if (vm->lines != NULL && !vm->skips_lines) lb_line_ran(L, ar);
  if (vm->debug == NULL || !lb_debug_line(L, ar)) return;
  if (vm->tripped == 0) vm->tripped = LB_STOPPED;
  raise_trip(L);
}

// The most instructions between two looks at the budget and the watchdog. One instruction compares two strings, or
// reads one as a number, at up to 10 ns a byte: all of them together take less than a second.
static int most_instructions(const lb_vm *vm) {
  int64_t most = vm->profile == NULL ? LB_HOOK_INTERVAL : LB_PROFILE_INTERVAL;
  // Powers of ten divide the budgets, so that the place where a call is stopped seldom depends on them.
  for (int64_t bytes = vm->current->longest; bytes > LB_SHORT_STRING && most > 1; bytes /= 10) most /= 10;
  return (int)most;
}

static void on_count(lua_State *L, lua_Debug *ar) {
  if (ar->event == LUA_HOOKLINE) return on_line(L, ar);
  lb_vm *vm = lb_get(L);
  if (vm->tripped == 0) {
    lua_getinfo(L, "l", ar);
    __atomic_store_n(&vm->line, ar->currentline, __ATOMIC_RELAXED);
    int32_t interval = lua_gethookcount(L);
    vm->budget_left -= interval;
    bool is_first = vm->profile != NULL && lb_profile_sample(L, interval);
    bool is_unwanted = lb_is_wanted_to_stop(vm);
    if (vm->budget_left > 0 && !is_unwanted) {
      // A young coroutine, or one that was stopped in an earlier call, still counts in small steps.
      int32_t most = most_instructions(vm);
      if (interval > most || (interval < most && vm->budget >= most))
        lua_sethook(L, on_count, vm->events, !is_first && interval < most / 2 ? interval * 2 : most);
      return;
    }
    vm->tripped = is_unwanted ? LB_STOPPED : LB_OVER_BUDGET;
  }
  // From here every instruction raises, until the outermost call has returned.
  raise_trip(L);
}

void lb_watch(lua_State *L, lua_State *coroutine) {
  // Each coroutine has a counter of its own: with the usual interval thousands of short ones would count nothing.
  enum { FIRST = 100 };
  lb_vm *vm = lb_get(L);
  lb_charge(L, FIRST);
  lua_sethook(coroutine, on_count, vm->events, vm->tripped != 0 ? 1 : vm->budget < FIRST ? (int)vm->budget : FIRST);
}

void lb_trip(lua_State *L, int32_t reason) {
  lb_vm *vm = lb_get(L);
  vm->tripped = reason;
  lua_sethook(L, on_count, LUA_MASKCOUNT, 1);
  if (L != vm->L) lua_sethook(vm->L, on_count, LUA_MASKCOUNT, 1);
}

static void on_dropped(lua_State *L, lua_Debug *ar) { on_count(L, ar); }

void lb_run_out(lua_State *L) {
  int32_t tripped = lb_get(L)->tripped;
  lb_trip(L, tripped != 0 ? tripped : LB_NO_MEMORY);
}

void lb_drop(lua_State *coroutine) { lua_sethook(coroutine, on_dropped, LUA_MASKCOUNT, 1); }

bool lb_is_dropped(lua_State *coroutine) { return lua_gethook(coroutine) == on_dropped; }

bool lb_must_stop(lua_State *L) {
  const lb_vm *vm = lb_get(L);
  return vm->depth > 0 && (vm->tripped != 0 || vm->budget_left <= 0 || lb_is_wanted_to_stop(vm));
}

void lb_spend(lua_State *L, int64_t steps) { lb_get(L)->budget_left -= steps; }

void lb_charge(lua_State *L, int64_t steps) {
  lb_vm *vm = lb_get(L);
  vm->budget_left -= steps;
  if (vm->in_host > 0) return;
  bool is_unwanted = lb_is_wanted_to_stop(vm);
  if (vm->budget_left > 0 && !is_unwanted && vm->tripped == 0) return;
  if (vm->tripped == 0) vm->tripped = is_unwanted ? LB_STOPPED : LB_OVER_BUDGET;
  raise_trip(L);
}

void lb_stop(lb_vm *vm, uint64_t epoch) { __atomic_store_n(&vm->stop_epoch, epoch, __ATOMIC_RELAXED); }

void lb_set_budget(lb_vm *vm, int64_t instructions) {
  __atomic_store_n(&vm->budget, instructions > 0 ? instructions : 1, __ATOMIC_RELAXED);
}

void lb_set_long(lb_vm *vm, bool is_long) { vm->is_long = is_long; }

int64_t lb_call_budget(const lb_vm *vm) { return __atomic_load_n(&vm->budget, __ATOMIC_RELAXED); }

void lb_restart_count(lua_State *coroutine) {
  const lb_vm *vm = lb_get(coroutine);
  int most = most_instructions(vm), interval = vm->budget < most ? (int)vm->budget : most;
  if (vm->profile != NULL) interval = lb_profile_interval(coroutine, interval);
  lua_sethook(coroutine, on_count, vm->events, interval);
}

void lb_keep_pace(lua_State *thread) {
  const lb_vm *vm = lb_get(thread);
  if (vm->current->longest <= LB_SHORT_STRING || lua_gethook(thread) != on_count) return;
  int most = most_instructions(vm);
  if (lua_gethookcount(thread) > most) lua_sethook(thread, on_count, vm->events, most);
}

void lb_note_string(lb_vm *vm, int64_t bytes) {
  if (bytes <= vm->current->longest || vm->current->number == 0) return;
  vm->current->longest = bytes;
  if (vm->depth == 0) return;
  lb_keep_pace(vm->L);
  if (vm->coroutine != NULL) lb_keep_pace(vm->coroutine);
}

void lb_begin_budget(lua_State *L) {
  lb_vm *vm = lb_get(L);
  vm->tripped = 0;
  vm->budget_left = vm->budget;
  vm->forced_bytes = 0;
  vm->refused_at[0] = 0;
  // The collector has freed more than what the last forced collection left.
  if (vm->bytes < vm->settled / 2) vm->idle_bytes[0] = vm->idle_bytes[1] = 0;
  // Counting restarts, so that the place where a call is stopped does not depend on earlier calls.
  lb_restart_count(L);
}

void lb_end_budget(lua_State *L) {
  lb_vm *vm = lb_get(L);
  if (vm->tripped == 0) return;
  // Single-step counting ends with the call that was stopped.
  vm->tripped = 0;
  vm->budget_left = vm->budget;
  lua_sethook(L, on_count, vm->events, LB_HOOK_INTERVAL);
}
