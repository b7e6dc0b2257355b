// The table of laden objects, by reference: open addressing.
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

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
  vm->laden = calloc(vm->laden_room, sizeof *vm->laden);
  if (vm->laden == NULL) {
    fprintf(stderr, "geoscript: out of memory\n");
    _exit(70);
  }
  for (uint32_t i = 0; i < old_room; i++)
    if (old[i].ref != NULL) insert(vm, old[i]);
  free(old);
}

void lb_remove_laden(lb_vm *vm, lb_laden *entry) {
  uint32_t mask = vm->laden_room - 1, hole = (uint32_t)(entry - vm->laden);
  // What was pushed on past the hole moves back, so that searches still find it.
  for (uint32_t i = (hole + 1) & mask; vm->laden[i].ref != NULL; i = (i + 1) & mask) {
    uint32_t home = lb_hash(vm->laden[i].ref) & mask;
    if (((i - home) & mask) < ((i - hole) & mask)) continue;
    vm->laden[hole] = vm->laden[i];
    hole = i;
  }
  vm->laden[hole].ref = NULL;
  vm->laden_count--;
}

void lb_insert_laden(lb_vm *vm, lb_laden entry) {
  reserve(vm, ++vm->laden_count);
  insert(vm, entry);
}
