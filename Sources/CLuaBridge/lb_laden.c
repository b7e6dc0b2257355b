// The table of laden objects, by reference: open addressing.
#include <stdlib.h>

#include "lb_internal.h"

lb_laden *lb_find_laden(const lb_vm *vm, const void *ref) {
  if (vm->laden_count == 0) return NULL;
  uint32_t mask = vm->laden_room - 1;
  for (uint32_t i = lb_hash(ref) & mask; vm->laden[i].ref != NULL; i = (i + 1) & mask)
    if (vm->laden[i].ref == ref) return &vm->laden[i];
  return NULL;
}

static void insert(lb_vm *vm, lb_laden entry) {
  uint32_t mask = vm->laden_room - 1, i = lb_hash(entry.ref) & mask;
  while (vm->laden[i].ref != NULL) i = (i + 1) & mask;
  vm->laden[i] = entry;
}

static void reserve(lb_vm *vm, uint32_t count) {
  if (count * 2 <= vm->laden_room) return;
  lb_laden *old = vm->laden;
  uint32_t old_room = vm->laden_room;
  if (vm->laden_room == 0) vm->laden_room = 64;
  while (count * 2 > vm->laden_room) vm->laden_room *= 2;
  vm->laden = lb_empty_room(vm->laden_room, sizeof *vm->laden);
  for (uint32_t i = 0; i < old_room; i++)
    if (old[i].ref != NULL) insert(vm, old[i]);
  free(old);
}

void lb_remove_laden(lb_vm *vm, lb_laden *entry) {
  lb_close_hole(vm->laden, sizeof *vm->laden, vm->laden_room - 1, (uint32_t)(entry - vm->laden));
  vm->laden_count--;
}

void lb_insert_laden(lb_vm *vm, lb_laden entry) {
  reserve(vm, ++vm->laden_count);
  insert(vm, entry);
}
