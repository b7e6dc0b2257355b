// Where a debugger stops: at lines, after steps, at errors. The hook itself is that of lb_budget.c.
#include <stdlib.h>
#include <string.h>

#include "lb_internal.h"

enum { MOST_LINES = 1 << 20 };

bool lb_debug_open(lb_vm *vm, lb_stop_fn stopped, void *context) {
  if (vm->debug == NULL) vm->debug = calloc(1, sizeof *vm->debug);
  lb_debug *debug = vm->debug;
  if (debug == NULL) return false;
  debug->stopped = stopped;
  debug->context = context;
  // Places in the registry, so that nothing is allocated later.
  lua_pushboolean(vm->L, 0);
  debug->running_ref = luaL_ref(vm->L, LUA_REGISTRYINDEX);
  lua_pushboolean(vm->L, 0);
  debug->thread_ref = luaL_ref(vm->L, LUA_REGISTRYINDEX);
  lb_choose_events(vm);
  return true;
}

void lb_debug_clear(lb_vm *vm) {
  lb_debug *debug = vm->debug;
  for (int32_t i = 0; i < debug->files_count; i++) {
    free(debug->files[i].source);
    free(debug->files[i].lines);
  }
  free(debug->files);
  debug->files = NULL;
  debug->files_count = 0;
}

void lb_free_debug(lb_vm *vm) {
  if (vm->debug == NULL) return;
  lb_debug_clear(vm);
  free(vm->debug);
  vm->debug = NULL;
}

void lb_debug_close(lb_vm *vm) {
  lb_debug *debug = vm->debug;
  if (debug == NULL) return;
  luaL_unref(vm->L, LUA_REGISTRYINDEX, debug->running_ref);
  luaL_unref(vm->L, LUA_REGISTRYINDEX, debug->thread_ref);
  lb_free_debug(vm);
  lb_choose_events(vm);
}

static lb_breaks *breaks_of(lb_debug *debug, const char *source) {
  for (int32_t i = 0; i < debug->files_count; i++)
    if (strcmp(debug->files[i].source, source) == 0) return &debug->files[i];
  lb_breaks *files = realloc(debug->files, (size_t)(debug->files_count + 1) * sizeof *files);
  if (files == NULL) return NULL;
  debug->files = files;
  char *copy = strdup(source);
  if (copy == NULL) return NULL;
  files[debug->files_count] = (lb_breaks){copy, NULL, 0};
  return &files[debug->files_count++];
}

bool lb_debug_break(lb_vm *vm, const char *source, int32_t line) {
  if (line < 1 || line > MOST_LINES) return true;
  lb_breaks *file = breaks_of(vm->debug, source);
  if (file == NULL) return false;
  if (line >= file->room) {
    int32_t room = line + 64;
    uint8_t *lines = realloc(file->lines, (size_t)room);
    if (lines == NULL) return false;
    memset(lines + file->room, 0, (size_t)(room - file->room));
    file->lines = lines;
    file->room = room;
  }
  file->lines[line] = 1;
  return true;
}

// The name of a file costs more than to look whether any file has a breakpoint at that line.
static bool has_break(lua_State *L, lua_Debug *ar, const lb_debug *debug) {
  bool has_name = false;
  for (int32_t i = 0; i < debug->files_count; i++) {
    const lb_breaks *file = &debug->files[i];
    if (ar->currentline >= file->room || ar->currentline < 1 || !file->lines[ar->currentline]) continue;
    if (!has_name) lua_getinfo(L, "S", ar);
    has_name = true;
    if (ar->source[0] == '@' && strcmp(ar->source + 1, file->source) == 0) return true;
  }
  return false;
}

static bool step_ends(lua_State *L, const lb_vm *vm, const lb_debug *debug) {
  // The call of the host in which the step began may have returned.
  if (debug->step == LB_STEP_INTO || vm->epoch != debug->epoch) return true;
  lua_Debug ar;
  if (L == debug->thread) return !lua_getstack(L, debug->step == LB_STEP_OVER ? debug->depth : debug->depth - 1, &ar);
  // Another coroutine runs: the one of the step has yielded or ended, unless it waits for this one.
  return lua_status(debug->thread) != LUA_OK || !lua_getstack(debug->thread, 0, &ar);
}

static void keep(lua_State *L, int32_t ref) {
  lua_pushthread(L);
  lua_rawseti(L, LUA_REGISTRYINDEX, ref);
}

static void ask(lua_State *L, int32_t reasons) {
  lb_vm *vm = lb_get(L);
  vm->in_host++;
  vm->debug->busy++;
  // A thread that has failed has no room; where the stack has overflowed there is none to be had.
  if (lua_checkstack(L, LUA_MINSTACK)) vm->debug->stopped(vm->debug->context, L, reasons);
  vm->debug->busy--;
  vm->in_host--;
}

bool lb_debug_line(lua_State *L, lua_Debug *ar) {
  lb_vm *vm = lb_get(L);
  lb_debug *debug = vm->debug;
  if (debug->busy > 0) return false;
  if (debug->abandoned) return true;
  if (L != debug->running) {
    keep(L, debug->running_ref);
    debug->running = L;
  }
  debug->lines++;
  int32_t reasons = 0;
  if (debug->lines == debug->target) reasons |= LB_AT_TARGET;
  if (debug->step != LB_STEP_NONE && step_ends(L, vm, debug)) reasons |= LB_AT_STEP;
  if (has_break(L, ar, debug)) reasons |= LB_AT_BREAKPOINT;
  if (__atomic_load_n(&debug->wanted, __ATOMIC_RELAXED) != 0) reasons |= LB_AT_REQUEST;
  if (reasons == 0) return false;
  ask(L, reasons);
  return debug->abandoned;
}

void lb_debug_error(lua_State *thread) {
  const lb_debug *debug = lb_get(thread)->debug;
  if (debug->busy == 0 && !debug->abandoned) ask(thread, LB_AT_ERROR);
}

void lb_debug_step(lua_State *L, int32_t step) {
  lb_vm *vm = lb_get(L);
  lb_debug *debug = vm->debug;
  debug->step = step;
  if (step == LB_STEP_NONE) return;
  lua_Debug ar;
  debug->depth = 0;
  while (lua_getstack(L, debug->depth, &ar)) debug->depth++;
  debug->epoch = vm->epoch;
  keep(L, debug->thread_ref);
  debug->thread = L;
}

uint64_t lb_debug_lines(const lb_vm *vm) { return vm->debug->lines; }

void lb_debug_set_target(lb_vm *vm, uint64_t line) { vm->debug->target = line; }

void lb_debug_request(lb_vm *vm, bool wanted) { __atomic_store_n(&vm->debug->wanted, wanted, __ATOMIC_RELAXED); }

void lb_debug_abandon(lb_vm *vm) { vm->debug->abandoned = true; }

lua_State *lb_debug_running(lb_vm *vm) {
  if (vm->depth == 0) return NULL;
  lua_State *running = vm->debug->running;
  lua_Debug ar;
  return running != NULL && lua_status(running) == LUA_OK && lua_getstack(running, 0, &ar) ? running : vm->L;
}
