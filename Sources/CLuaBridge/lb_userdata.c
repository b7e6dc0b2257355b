// Userdata: the table of those that stand for an object, and their attached values.
//
// The table is an array, so that what has been pushed once is found by an index; the index of an object's userdata
// stands in a table of C's. The collector empties a place some time before its userdata ends and gives up the number.
#include <stdlib.h>

#include "lb_internal.h"

// MARK: Numbers of userdata

// The entry of an object, or the free one where it would be.
static lb_known *entry_of(const lb_vm *vm, const void *ref) {
  uint32_t mask = vm->known_room - 1, i = lb_hash(ref) & mask;
  while (vm->known[i].ref != NULL && vm->known[i].ref != ref) i = (i + 1) & mask;
  return &vm->known[i];
}

uint32_t lb_number(const lb_vm *vm, const void *ref) {
  return vm->known_count == 0 ? 0 : entry_of(vm, ref)->number;
}

static void note_number(lb_vm *vm, const void *ref, uint32_t number) {
  if (vm->known_count * 2 >= vm->known_room) {
    lb_known *old = vm->known;
    uint32_t old_room = vm->known_room;
    vm->known_room = old_room == 0 ? 64 : old_room * 2;
    vm->known = lb_empty_room(vm->known_room, sizeof *vm->known);
    for (uint32_t i = 0; i < old_room; i++)
      if (old[i].ref != NULL) *entry_of(vm, old[i].ref) = old[i];
    free(old);
  }
  lb_known *entry = entry_of(vm, ref);
  if (entry->ref == NULL) vm->known_count++;
  *entry = (lb_known){ref, number};
}

static void drop_number(lb_vm *vm, const void *ref, uint32_t number) {
  if (vm->known_count == 0) return;
  lb_known *entry = entry_of(vm, ref);
  // A younger userdata may stand for the object by now.
  if (entry->number != number) return;
  lb_close_hole(vm->known, sizeof *vm->known, vm->known_room - 1, (uint32_t)(entry - vm->known));
  vm->known_count--;
}

static uint32_t new_number(lb_vm *vm) {
  if (vm->spare_count > 0) return vm->spare_numbers[--vm->spare_count];
  // Room for all numbers: giving one back never fails.
  if (vm->numbers == vm->numbers_room) {
    uint32_t room = vm->numbers_room == 0 ? 64 : vm->numbers_room * 2;
    free(vm->spare_numbers);
    vm->spare_numbers = lb_empty_room(room, sizeof *vm->spare_numbers);
    vm->numbers_room = room;
  }
  return ++vm->numbers;
}

void lb_end_number(lb_vm *vm, lb_object *object) {
  if (object->number == 0) return;
  drop_number(vm, object->ref, object->number);
  vm->spare_numbers[vm->spare_count++] = object->number;
  object->number = 0;
}

// MARK: The table of userdata

bool lb_findobject(lua_State *L, const void *object) {
  const lb_vm *vm = lb_get(L);
  uint32_t number = lb_number(vm, object);
  if (number == 0) return false;
  lua_rawgeti(L, LUA_REGISTRYINDEX, vm->objects);
  int type = lua_rawgeti(L, -1, number);
  lua_replace(L, -2);
  if (type == LUA_TUSERDATA) return true;
  lua_pop(L, 1);
  return false;
}

bool lb_hasobject(lua_State *L, const void *object) {
  bool found = lb_findobject(L, object);
  if (found) lua_pop(L, 1);
  return found;
}

bool lb_pushobjects(lua_State *L, const void *first, const void *second) {
  const lb_vm *vm = lb_get(L);
  uint32_t numbers[] = {lb_number(vm, first), lb_number(vm, second)};
  if (numbers[0] == 0 || numbers[1] == 0) return false;
  lua_rawgeti(L, LUA_REGISTRYINDEX, vm->objects);
  int one = lua_rawgeti(L, -1, numbers[0]);
  int two = lua_rawgeti(L, -2, numbers[1]);
  if (one == LUA_TUSERDATA && two == LUA_TUSERDATA) {
    // [objects, first, second] → [first, second]
    lua_copy(L, -2, -3);
    lua_replace(L, -2);
    return true;
  }
  lua_pop(L, 3);
  return false;
}

void lb_remember(lua_State *L, int index, lb_object *object) {
  lb_vm *vm = lb_get(L);
  lb_copy *running = lb_begin_shared(vm);
  index = lua_absindex(L, index);
  if (object->number == 0) object->number = new_number(vm);
  note_number(vm, object->ref, object->number);
  lua_rawgeti(L, LUA_REGISTRYINDEX, vm->objects);
  lua_pushvalue(L, index);
  lua_rawseti(L, -2, object->number);
  lua_pop(L, 1);
  lb_end_shared(vm, running);
}

void lb_forget(lua_State *L, lb_object *object) {
  lb_vm *vm = lb_get(L);
  if (object->number == 0) return;
  lua_rawgeti(L, LUA_REGISTRYINDEX, vm->objects);
  lua_pushnil(L);
  lua_rawseti(L, -2, object->number);
  lua_pop(L, 1);
  lb_end_number(vm, object);
}

int32_t lb_getedge(lua_State *L, int32_t index, int32_t slot) {
  if (lua_getiuservalue(L, index, 1) != LUA_TTABLE) {
    lua_pop(L, 1);
    lua_pushnil(L);
    return LUA_TNIL;
  }
  int type = lua_rawgeti(L, -1, slot);
  lua_remove(L, -2);
  return type;
}

void lb_pushedges(lua_State *L, int32_t index) {
  if (lua_getiuservalue(L, index, 1) == LUA_TTABLE) return;
  lua_pop(L, 1);
  lua_newtable(L);
  lua_pushvalue(L, -1);
  lua_setiuservalue(L, index, 1);
}
