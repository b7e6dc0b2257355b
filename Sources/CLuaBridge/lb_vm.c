// A virtual machine: opening, inspecting, closing.
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "lb_internal.h"

static int panic(lua_State *L) {
  // Only a bug in the bridge leads here: every call into Lua is protected.
  const char *message = lua_tostring(L, -1);
  fprintf(stderr, "geoscript: unprotected error in Lua: %s\n", message ? message : "?");
  _exit(70);
}

static int weak_table(lua_State *L, const char *mode) {
  lua_newtable(L);
  lua_createtable(L, 0, 1);
  lua_pushstring(L, mode);
  lua_setfield(L, -2, "__mode");
  lua_setmetatable(L, -2);
  return luaL_ref(L, LUA_REGISTRYINDEX);
}

static int open_machine(lua_State *L) {
  lb_vm *vm = lb_get(L);
  vm->objects = weak_table(L, "v");
  // false, not nil: luaL_ref has no reference for nil
  lua_pushboolean(L, 0);
  vm->error_value = luaL_ref(L, LUA_REGISTRYINDEX);
  lua_pushboolean(L, 0);
  vm->error_trace = luaL_ref(L, LUA_REGISTRYINDEX);
  static const char maker[] = "return function(env) return function() return env end end";
  if (luaL_loadbufferx(L, maker, sizeof maker - 1, "=host", "t") != LUA_OK) return lua_error(L);
  lua_call(L, 0, 1);
  vm->environment = luaL_ref(L, LUA_REGISTRYINDEX);
  lb_open_sequences(L);
  lb_open_tasks(L);
  lb_open_sandbox(L);
  lb_open_keeping(L);
  return 0;
}

lb_vm *lb_open(void *context, lb_host host, int64_t memory_limit) {
  lb_vm *vm = calloc(1, sizeof *vm);
  if (vm == NULL) return NULL;
  vm->context = context;
  vm->call = host.call;
  vm->release = host.release;
  vm->keeper = host.keeper;
  vm->enter = lb_enter_host;
  vm->trip = lb_trip;
  vm->note_string = lb_note_string;
  vm->gone = lb_object_gone;
  vm->collect = lb_collect_laden;
  vm->events = LUA_MASKCOUNT;
  vm->in_host = 1;
  vm->limit = memory_limit;
  vm->budget = vm->budget_left = 50000000;
  vm->current = lb_copy_new(vm, INT64_MAX, 0);
  vm->L = lb_measure_heads(vm) ? lua_newstate(lb_allocate, vm) : NULL;
  if (vm->L == NULL) {
    free(vm);
    return NULL;
  }
  *(lb_vm **)lua_getextraspace(vm->L) = vm;
  lua_atpanic(vm->L, panic);
  lua_pushcfunction(vm->L, open_machine);
  if (lua_pcall(vm->L, 0, 0, 0) != LUA_OK) return panic(vm->L), NULL;
  // LB_AT_HANDLER, LB_AT_OBJECTS
  lb_pushhandler(vm->L);
  lua_rawgeti(vm->L, LUA_REGISTRYINDEX, vm->objects);
  return vm;
}

void lb_close(lb_vm *vm) {
  lb_copy_enter(vm, NULL);
  vm->closing = true;
  lua_close(vm->L);
  lb_drain(vm);
  vm->L = NULL;
  lb_free_classes(vm, NULL);
  for (uint32_t i = 0; i < vm->copies_count; i++) free(vm->copies[i]);
  free(vm->copies);
  free(vm->released);
  free(vm->laden);
  free(vm->dying);
  free(vm->known);
  free(vm->spare_numbers);
  free(vm->type_keys);
  free(vm->type_values);
  free(vm->structs);
  lb_free_lines(vm);
  lb_free_profile(vm);
  lb_free_debug(vm);
  free(vm);
}

lua_State *lb_main(lb_vm *vm) { return vm->L; }
void *lb_context(lua_State *L) { return lb_get(L)->context; }
int64_t lb_live_objects(const lb_vm *vm) { return vm->live_objects; }

void lb_copy_end(lb_vm *vm, lb_copy *copy) {
  lua_State *L = vm->L;
  // Only the copy keeps userdata that wait for their end.
  lb_end_dying(vm);
  if (copy->globals != 0) luaL_unref(L, LUA_REGISTRYINDEX, copy->globals);
  if (copy->assigned != 0) luaL_unref(L, LUA_REGISTRYINDEX, copy->assigned);
  if (copy->kept != 0) luaL_unref(L, LUA_REGISTRYINDEX, copy->kept);
  if (copy->numbered != 0) luaL_unref(L, LUA_REGISTRYINDEX, copy->numbered);
  copy->globals = copy->assigned = copy->kept = copy->numbered = 0;
  copy->ended = true;
  lb_free_classes(vm, copy);
}
