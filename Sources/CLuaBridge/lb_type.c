// The registry of Swift types, by the address of the metatype.
#include <stdlib.h>

#include "lb_internal.h"

static uint32_t type_slot(const lb_vm *vm, const void *type) {
  // Metatypes are aligned records some hundred bytes apart.
  uint32_t mask = vm->types_room - 1;
  uint32_t slot = (uint32_t)(((uintptr_t)type >> 4) * 0x9e3779b97f4a7c15u >> 32) & mask;
  while (vm->type_keys[slot] != type && vm->type_keys[slot] != NULL) slot = (slot + 1) & mask;
  return slot;
}

intptr_t lb_gettype(lua_State *L, const void *type) {
  const lb_vm *vm = lb_get(L);
  // An empty slot's value is 0.
  return vm->types_room == 0 ? 0 : vm->type_values[type_slot(vm, type)];
}

void lb_settype(lb_vm *vm, const void *type, intptr_t value) {
  if (vm->types_count * 2 >= vm->types_room) {
    const void **keys = vm->type_keys;
    intptr_t *values = vm->type_values;
    uint32_t room = vm->types_room;
    vm->types_room = room == 0 ? 64 : room * 2;
    vm->type_keys = lb_empty_room(vm->types_room, sizeof *vm->type_keys);
    vm->type_values = lb_empty_room(vm->types_room, sizeof *vm->type_values);
    for (uint32_t i = 0; i < room; i++) {
      if (keys[i] == NULL) continue;
      uint32_t slot = type_slot(vm, keys[i]);
      vm->type_keys[slot] = keys[i];
      vm->type_values[slot] = values[i];
    }
    free(keys);
    free(values);
  }
  uint32_t slot = type_slot(vm, type);
  if (vm->type_keys[slot] == NULL) vm->types_count++;
  vm->type_keys[slot] = type;
  vm->type_values[slot] = value;
}
