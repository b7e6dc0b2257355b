// The allocator: limits and accounts.
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "lb_internal.h"

// Bytes of Lua values that the collections forced within one call may go through: about a second of them.
static const int64_t MAX_FORCED = (int64_t)1 << 30, FREE_FORCED = (int64_t)64 << 20;

// Beside others, a copy in its first call leaves this part of the machine's memory to those that run.
enum { SPARE_PART = 64 };

static _Noreturn void end_without(size_t bytes) {
  fprintf(stderr, "geoscript: out of memory (%zu bytes asked for)\n", bytes);
  _exit(70);
}

void *lb_no_memory(lb_vm *vm, size_t bytes) {
  // Lua could raise here only over C frames; with Swift on the stack there is no way back.
  if (vm->in_host > 0) end_without(bytes);
  return NULL;
}

void *lb_empty_room(size_t count, size_t size) {
  void *room = calloc(count, size);
  if (room == NULL) end_without(count * size);
  return room;
}

void *lb_more_room(void *old, size_t count, size_t size) {
  void *room = realloc(old, count * size);
  if (room == NULL) end_without(count * size);
  return room;
}

static int64_t spare(const lb_vm *vm) { return vm->limit / SPARE_PART; }

// The machine's limit for a copy in its first call, or for all others.
static int64_t limit(const lb_vm *vm, bool young) { return young ? vm->limit - spare(vm) : vm->limit; }

static bool is_young(const lb_vm *vm, const lb_copy *copy) { return !copy->launched && copy->number != 0 && vm->copies_count > 2; }

// Notes what the collection has left that a refusal made Lua do.
static void note_collected(lb_vm *vm) {
  vm->refused = false;
  vm->settled = vm->bytes;
  for (int young = 0; young < 2; young++) {
    int64_t most = limit(vm, young), little = MAX_FORCED / 8 * 7;
    if (vm->bytes + vm->limit / 8 <= most) {
      vm->idle_bytes[young] = 0;
    } else if (vm->bytes + spare(vm) / 4 <= most) {
      // A little room is soon full again.
      if (vm->idle_bytes[young] > little) vm->idle_bytes[young] = little;
    } else if (young == vm->refused_young) {
      vm->idle_bytes[young] += vm->bytes;
    }
  }
}

static lua_State *running(const lb_vm *vm) { return vm->coroutine != NULL ? vm->coroutine : vm->L; }

// Lua's own error for want of memory is a fixed text without a place.
static void note_place(lb_vm *vm) {
  lua_State *L = running(vm);
  lua_Debug ar;
  vm->refused_at[0] = 0;
  for (int level = 0; lua_getstack(L, level, &ar); level++) {
    // Neither of these allocates.
    lua_getinfo(L, "Sl", &ar);
    if (ar.currentline <= 0) continue;
    snprintf(vm->refused_at, sizeof vm->refused_at, "%s:%d: ", ar.short_src, ar.currentline);
    return;
  }
}

// Whether another collection would free as little as those before. Then the call ends at its next instruction for want
// of memory, and what it asks for until then is granted: a refusal would make Lua collect. The machine's garbage is
// collected again when it has grown by the spare part.
static bool is_crowded(lb_vm *vm, const lb_copy *copy, int64_t add, bool again) {
  bool young = is_young(vm, copy);
  if (vm->chaos > 0 || vm->depth == 0 || copy->bytes + add > copy->limit) return false;
  if (vm->bytes + add <= limit(vm, young) || vm->idle_bytes[young] <= MAX_FORCED) return false;
  if (vm->bytes + add > vm->settled + spare(vm) || (again && vm->tripped != 0)) return false;
  if (vm->tripped == 0) {
    note_place(vm);
    vm->trip(running(vm), LB_NO_MEMORY);
  }
  return true;
}

static bool permitted(lb_vm *vm, const lb_copy *copy, int64_t add) {
  if (vm->chaos > 0 && --vm->chaos_left <= 0) {
    // Lua tries again after a collection: fail both times.
    if (vm->chaos_left <= -1) vm->chaos_left = vm->chaos;
    return false;
  }
  if (vm->forced_bytes > MAX_FORCED) return false;
  return copy->bytes + add <= copy->limit && vm->bytes + add <= limit(vm, is_young(vm, copy));
}

// Whether a copy gets memory; `again`: Lua has collected because it was refused before.
static bool admit(lb_vm *vm, const lb_copy *copy, int64_t add, bool again) {
  return permitted(vm, copy, add) || is_crowded(vm, copy, add, again);
}

// Refuses memory. Lua then collects all garbage and asks again: one copy near its limit must not have the garbage of
// all collected at each of its allocations.
static void *refuse(lb_vm *vm, const lb_copy *copy, bool again) {
  vm->refused = !again;
  if (vm->depth > 0) note_place(vm);
  vm->refused_young = is_young(vm, copy);
  if (vm->chaos == 0) {
    vm->forced_bytes += vm->bytes + (64 << 10);
    // The first ones are as good as free: a copy that is full fails for its memory, not for its work.
    if (vm->forced_bytes > FREE_FORCED) vm->budget_left -= vm->bytes >> 4;
  }
  return NULL;
}

// A value whose `__call` is a table, and so on: Lua puts one after the other in front of the arguments within one
// instruction, and moves all of them each time. Nothing but that lets a stack double twice while no hook counts and
// nothing else is allocated.
static bool is_affordable(lb_vm *vm, size_t size) {
  enum { SLOT = 16, SPARE = 5, FEW = 1 << 18 };
  if (vm->grown_size < FEW || size != 2 * vm->grown_size - SLOT * SPARE || vm->budget_left != vm->grown_at) return true;
  int64_t slots = (int64_t)(vm->grown_size / SLOT), steps = slots * slots / 32;
  if (steps > vm->budget_left) {
    vm->trip(running(vm), LB_OVER_BUDGET);
    return false;
  }
  vm->budget_left -= steps;
  return true;
}

static void charge(lb_vm *vm, lb_copy *copy, int64_t bytes) {
  copy->bytes += bytes;
  vm->bytes += bytes;
}

void *lb_allocate(void *ud, void *block, size_t old_size, size_t new_size) {
  lb_vm *vm = ud;
  if (new_size == 0) {
    if (block != NULL) {
      lb_header *h = (lb_header *)block - 1;
      // The object lies at the end of its userdata's block.
      if (h->birth == LB_OBJECT_BLOCK) vm->gone(vm, (lb_object *)((char *)block + old_size - sizeof(lb_object)));
      charge(vm, vm->copies[h->owner], -(int64_t)(old_size + sizeof(lb_header)));
      free(h);
    }
    return NULL;
  }
  bool again = vm->refused;
  if (again) note_collected(vm);
  if (block == NULL) {
    int64_t bytes = (int64_t)(new_size + sizeof(lb_header));
    lb_copy *copy = vm->current;
    if (vm->in_host == 0 && !(admit(vm, copy, bytes, again) && (old_size > 0 || is_affordable(vm, new_size))))
      return refuse(vm, copy, again);
    lb_header *h = malloc((size_t)bytes);
    if (h == NULL) return lb_no_memory(vm, new_size);
    h->owner = copy->number;
    // For a new object Lua passes its type in place of the old size; strings have no use for a place.
    h->birth = old_size >= LUA_TTABLE && old_size <= LUA_TTHREAD ? ++copy->births : 0;
    charge(vm, copy, bytes);
    if (old_size == LUA_TSTRING && bytes > LB_SHORT_STRING) vm->note_string(vm, bytes);
    // One instruction can make a string of megabytes.
    if (bytes >= 1024 && copy->number != 0) vm->budget_left -= bytes >> 3;
    // An array has no type.
    vm->grown_size = old_size == 0 ? new_size : 0;
    vm->grown_at = vm->budget_left;
    return h + 1;
  }
  lb_header *h = (lb_header *)block - 1;
  lb_copy *owner = vm->copies[h->owner];
  int64_t add = (int64_t)new_size - (int64_t)old_size;
  if (add > 0 && vm->in_host == 0 && !(admit(vm, owner, add, again) && is_affordable(vm, new_size)))
    return refuse(vm, owner, again);
  h = realloc(h, new_size + sizeof(lb_header));
  if (h == NULL) return lb_no_memory(vm, new_size);
  charge(vm, owner, add);
  vm->grown_size = new_size;
  vm->grown_at = vm->budget_left;
  return h + 1;
}

void lb_copy_charge(lb_vm *vm, lb_copy *copy, int64_t bytes) { charge(vm, copy, bytes); }

void lb_copy_reserve(lb_copy *copy, int64_t bytes) { copy->bytes += bytes; }

int64_t lb_bytes(const lb_vm *vm) { return vm->bytes; }

bool lb_over_limit(lua_State *L) {
  const lb_vm *vm = lb_get(L);
  return vm->bytes > vm->limit || vm->current->bytes > vm->current->limit;
}

int64_t lb_room(lua_State *L) {
  const lb_vm *vm = lb_get(L);
  int64_t own = vm->current->limit - vm->current->bytes, all = vm->limit - vm->bytes;
  return own < all ? own : all;
}

const char *lb_refused_at(lua_State *L) { return lb_get(L)->refused_at; }

void lb_set_chaos(lb_vm *vm, int64_t n) { vm->chaos = vm->chaos_left = n; }

void lb_charge_object(lb_vm *vm, const lb_object *object, int sign) {
  charge(vm, vm->copies[object->owner], sign * lb_external_bytes(object));
}
