// The instances of a script («copies»): their accounts, globals and random numbers.
#include <stdlib.h>
#include <string.h>

#include "lb_internal.h"

static uint64_t split_mix(uint64_t *state) {
  // SplitMix64 (Steele, Lea, Flood 2014), the usual seeder of xoshiro.
  uint64_t z = (*state += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

void lb_seed(lb_copy *copy, uint64_t seed) {
  for (int i = 0; i < 4; i++) copy->random[i] = split_mix(&seed);
}

lb_copy *lb_copy_new(lb_vm *vm, int64_t memory_limit, uint64_t random_seed) {
  lb_copy *copy = calloc(1, sizeof *copy);
  if (copy == NULL) return lb_no_memory(vm, sizeof *copy);
  if (vm->copies_count == vm->copies_room) {
    uint32_t room = vm->copies_room == 0 ? 16 : vm->copies_room * 2;
    lb_copy **grown = realloc(vm->copies, room * sizeof *grown);
    if (grown == NULL) return lb_no_memory(vm, room * sizeof *grown);
    vm->copies = grown;
    vm->copies_room = room;
  }
  copy->number = vm->copies_count;
  copy->limit = memory_limit;
  lb_seed(copy, random_seed);
  vm->copies[vm->copies_count++] = copy;
  return copy;
}

lb_copy *lb_copy_enter(lb_vm *vm, lb_copy *copy) {
  lb_copy *before = vm->current;
  vm->current = copy != NULL ? copy : vm->copies[0];
  return before;
}

uint32_t lb_set_births(lb_vm *vm, uint32_t births) {
  uint32_t before = vm->copies[0]->births;
  vm->copies[0]->births = births;
  return before;
}

void lb_copy_random(const lb_copy *copy, uint64_t state[4]) { memcpy(state, copy->random, sizeof copy->random); }
void lb_copy_set_random(lb_copy *copy, const uint64_t state[4]) { memcpy(copy->random, state, sizeof copy->random); }

int64_t lb_copy_bytes(const lb_copy *copy) { return copy->bytes; }
int32_t lb_copy_trips(const lb_copy *copy) { return copy->trips; }

void lb_push_globals(lua_State *L, lb_copy *copy) {
  lb_vm *vm = lb_get(L);
  if (copy->globals != 0) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, copy->globals);
    return;
  }
  lua_createtable(L, 0, 4);
  lua_pushvalue(L, -1);
  lua_setfield(L, -2, "_G");
  lua_rawgeti(L, LUA_REGISTRYINDEX, vm->globals_meta);
  lua_setmetatable(L, -2);
  lua_pushvalue(L, -1);
  copy->globals = luaL_ref(L, LUA_REGISTRYINDEX);
}

void lb_set_globals(lua_State *L, lb_copy *copy) {
  // lua_setupvalue would change what earlier copies' functions see: the upvalue itself must be a fresh one.
  lb_vm *vm = lb_get(L);
  lua_rawgeti(L, LUA_REGISTRYINDEX, vm->environment);
  if (copy != NULL)
    lb_push_globals(L, copy);
  else
    lua_pushnil(L);
  // No debugger wants to see the lines of that function.
  if (vm->debug != NULL) vm->debug->busy++;
  if (lua_pcall(L, 1, 1, 0) == LUA_OK) lua_upvaluejoin(L, -2, 1, -1, 1);
  if (vm->debug != NULL) vm->debug->busy--;
  lua_pop(L, 1);
}
