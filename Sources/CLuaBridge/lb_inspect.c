// What a debugger sees where a script stands: its stack and values, and expressions in the place of a function.
#include <string.h>

#include "lb_internal.h"

bool lb_frame_at(lua_State *L, int32_t level, lb_frame *frame) {
  lua_Debug ar;
  if (!lua_getstack(L, level, &ar)) return false;
  lua_getinfo(L, "nSl", &ar);
  *frame = (lb_frame){ar.source, ar.name, ar.currentline, ar.linedefined};
  return true;
}

// Hooks are off while one runs, for its coroutine alone: a fresh one has them, and so a budget.
lua_State *lb_inspect_begin(lua_State *L) {
  lb_vm *vm = lb_get(L);
  lb_debug *debug = vm->debug;
  lb_copy *copy = vm->current;
  vm->in_host++;
  debug->busy++;
  lua_State *stack = lua_newthread(L);
  debug->stack_ref = luaL_ref(L, LUA_REGISTRYINDEX);
  // Kept at the bottom, because what is evaluated may fail, too.
  lua_rawgeti(stack, LUA_REGISTRYINDEX, vm->error_value);
  lua_rawgeti(stack, LUA_REGISTRYINDEX, vm->error_trace);
  debug->budget_left = vm->budget_left;
  debug->forced_bytes = vm->forced_bytes;
  debug->tripped = vm->tripped;
  debug->task = vm->task;
  // Numbers that values get here must not be missing later.
  debug->numbered = copy->numbered;
  debug->identities = copy->identities;
  copy->numbered = 0;
  vm->tripped = 0;
  vm->task = NULL;
  lb_inspect_renew(stack);
  return stack;
}

void lb_inspect_renew(lua_State *stack) {
  lb_vm *vm = lb_get(stack);
  // A call that was stopped made the main stack count each instruction.
  if (vm->tripped != 0 && vm->debug->tripped == 0) lb_restart_count(vm->L);
  lb_begin_budget(stack);
}

void lb_inspect_end(lua_State *stack) {
  lb_vm *vm = lb_get(stack);
  lb_debug *debug = vm->debug;
  lua_settop(stack, 2);
  lua_rawseti(stack, LUA_REGISTRYINDEX, vm->error_trace);
  lua_rawseti(stack, LUA_REGISTRYINDEX, vm->error_value);
  lb_inspect_renew(stack);
  debug->scope_thread = NULL;
  vm->budget_left = debug->budget_left;
  vm->forced_bytes = debug->forced_bytes;
  vm->tripped = debug->tripped;
  vm->task = debug->task;
  if (vm->current->numbered != 0) luaL_unref(stack, LUA_REGISTRYINDEX, vm->current->numbered);
  vm->current->numbered = debug->numbered;
  vm->current->identities = debug->identities;
  luaL_unref(stack, LUA_REGISTRYINDEX, debug->stack_ref);
  debug->busy--;
  vm->in_host--;
}

const char *lb_inspect_local(lua_State *stack, lua_State *L, int32_t level, int32_t number) {
  lua_Debug ar;
  if (!lua_getstack(L, level, &ar) || !lua_checkstack(L, 2)) return NULL;
  const char *name = lua_getlocal(L, &ar, number);
  if (name != NULL) lua_xmove(L, stack, 1);
  return name;
}

const char *lb_inspect_upvalue(lua_State *stack, lua_State *L, int32_t level, int32_t number) {
  lua_Debug ar;
  if (!lua_getstack(L, level, &ar) || !lua_checkstack(L, 2)) return NULL;
  lua_getinfo(L, "f", &ar);
  const char *name = lua_getupvalue(L, -1, number);
  if (name != NULL) lua_xmove(L, stack, 1);
  lua_pop(L, 1);
  return name;
}

/// A variable of a level.
typedef struct {
  lua_Debug ar;
  int local, upvalue;  // its number; 0 where it is none of these
} variable;

// The innermost local variable of the name, else what its function has from outside.
static bool find(const lb_debug *debug, const char *name, variable *found) {
  lua_State *L = debug->scope_thread;
  *found = (variable){.local = 0};
  if (!lua_getstack(L, debug->scope_level, &found->ar) || !lua_checkstack(L, 3)) return false;
  const char *other;
  for (int i = 1; (other = lua_getlocal(L, &found->ar, i)) != NULL; i++) {
    lua_pop(L, 1);
    if (strcmp(other, name) == 0) found->local = i;
  }
  if (found->local != 0) return true;
  lua_getinfo(L, "f", &found->ar);
  for (int i = 1; found->upvalue == 0 && (other = lua_getupvalue(L, -1, i)) != NULL; i++) {
    lua_pop(L, 1);
    if (strcmp(other, name) == 0) found->upvalue = i;
  }
  lua_pop(L, 1);
  return found->upvalue != 0;
}

// Pushes a variable onto `L`, which is another thread.
static bool read_variable(lua_State *L, const char *name) {
  lb_debug *debug = lb_get(L)->debug;
  variable found;
  if (!find(debug, name, &found)) return false;
  lua_State *thread = debug->scope_thread;
  if (found.local != 0) {
    lua_getlocal(thread, &found.ar, found.local);
    lua_xmove(thread, L, 1);
  } else {
    lua_getinfo(thread, "f", &found.ar);
    lua_getupvalue(thread, -1, found.upvalue);
    lua_xmove(thread, L, 1);
    lua_pop(thread, 1);
  }
  return true;
}

// Pops a value from `L` into a variable.
static bool write_variable(lua_State *L, const char *name) {
  lb_debug *debug = lb_get(L)->debug;
  variable found;
  if (!find(debug, name, &found)) return false;
  lua_State *thread = debug->scope_thread;
  if (found.local != 0) {
    lua_xmove(L, thread, 1);
    lua_setlocal(thread, &found.ar, found.local);
  } else {
    lua_getinfo(thread, "f", &found.ar);
    lua_xmove(L, thread, 1);
    lua_setupvalue(thread, -2, found.upvalue);
    lua_pop(thread, 1);
  }
  return true;
}

// Whether the level still stands there: what was evaluated may be called later. upvalue 1: its number, 2: globals.
static bool is_open(lua_State *L) {
  const lb_debug *debug = lb_get(L)->debug;
  return debug != NULL && debug->scope_thread != NULL && debug->scope_thread != L && lua_type(L, 2) == LUA_TSTRING
         && lua_tointeger(L, lua_upvalueindex(1)) == debug->scope;
}

static int scope_index(lua_State *L) {
  if (is_open(L) && read_variable(L, lua_tostring(L, 2))) return 1;
  lua_settop(L, 2);
  lua_gettable(L, lua_upvalueindex(2));
  return 1;
}

static int scope_newindex(lua_State *L) {
  lua_settop(L, 3);
  if (is_open(L) && write_variable(L, lua_tostring(L, 2))) return 0;
  lua_settable(L, lua_upvalueindex(2));
  return 0;
}

void lb_inspect_scope(lua_State *stack, lua_State *L, int32_t level) {
  lb_vm *vm = lb_get(stack);
  lb_debug *debug = vm->debug;
  debug->scope++;
  debug->scope_thread = L;
  debug->scope_level = level;
  // The function may have globals of its own.
  if (!read_variable(stack, "_ENV")) lb_push_globals(stack, vm->current);
  lua_newtable(stack);
  lua_createtable(stack, 0, 3);
  static const struct { const char *event; lua_CFunction function; } events[] = {
      {"__index", scope_index}, {"__newindex", scope_newindex}};
  for (int i = 0; i < 2; i++) {
    lua_pushinteger(stack, debug->scope);
    lua_pushvalue(stack, -4);
    lua_pushcclosure(stack, events[i].function, 2);
    lua_setfield(stack, -2, events[i].event);
  }
  lua_pushboolean(stack, 0);
  lua_setfield(stack, -2, "__metatable");
  lua_setmetatable(stack, -2);
  lua_remove(stack, -2);
  if (lua_setupvalue(stack, -2, 1) == NULL) lua_pop(stack, 1);
}

void lb_inspect_error(lua_State *stack) { lua_pushvalue(stack, 1); }

bool lb_inspect_fields(lua_State *stack, int32_t index) {
  if (lb_object_at(stack, index) == NULL) return false;
  if (lua_getiuservalue(stack, index, 2) == LUA_TTABLE) return true;
  lua_pop(stack, 1);
  return false;
}
