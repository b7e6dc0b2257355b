// The allocator: limits, and who pays for what.
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "lb_internal.h"

// Every block starts with the number of the copy that pays for it and, for an object, its place among those the
// copy has made.
typedef struct {
  uint32_t owner, birth;
} header;

_Static_assert(sizeof(header) == 8, "Lua's blocks need 8-byte alignment behind the header");

void *lb_no_memory(lb_vm *vm, size_t bytes) {
  // Lua could raise here only over C frames; with Swift on the stack there is no way back.
  if (vm->in_host > 0) {
    fprintf(stderr, "geoscript: out of memory (%zu bytes asked for)\n", bytes);
    _exit(70);
  }
  return NULL;
}

static bool permitted(lb_vm *vm, const lb_copy *copy, int64_t add) {
  if (vm->chaos > 0 && --vm->chaos_left <= 0) {
    // Lua tries again after a collection: fail both times.
    if (vm->chaos_left <= -1) vm->chaos_left = vm->chaos;
    return false;
  }
  return copy->bytes + add <= copy->limit && vm->bytes + add <= vm->limit;
}

static void charge(lb_vm *vm, lb_copy *copy, int64_t bytes) {
  copy->bytes += bytes;
  vm->bytes += bytes;
}

void *lb_allocate(void *ud, void *block, size_t old_size, size_t new_size) {
  lb_vm *vm = ud;
  if (new_size == 0) {
    if (block != NULL) {
      header *h = (header *)block - 1;
      charge(vm, vm->copies[h->owner], -(int64_t)(old_size + sizeof(header)));
      free(h);
    }
    return NULL;
  }
  if (block == NULL) {
    int64_t bytes = (int64_t)(new_size + sizeof(header));
    lb_copy *copy = vm->current;
    if (vm->in_host == 0 && !permitted(vm, copy, bytes)) return NULL;
    header *h = malloc((size_t)bytes);
    if (h == NULL) return lb_no_memory(vm, new_size);
    h->owner = copy->number;
    // For a new object Lua passes its type in place of the old size; strings have no use for a place.
    h->birth = old_size >= LUA_TTABLE && old_size <= LUA_TTHREAD ? ++copy->births : 0;
    charge(vm, copy, bytes);
    // One instruction can make a string of megabytes.
    if (bytes >= 1024 && copy->number != 0) vm->budget_left -= bytes >> 3;
    return h + 1;
  }
  header *h = (header *)block - 1;
  lb_copy *owner = vm->copies[h->owner];
  int64_t add = (int64_t)new_size - (int64_t)old_size;
  if (add > 0 && vm->in_host == 0 && !permitted(vm, owner, add)) return NULL;
  h = realloc(h, new_size + sizeof(header));
  if (h == NULL) return lb_no_memory(vm, new_size);
  charge(vm, owner, add);
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

void lb_set_chaos(lb_vm *vm, int64_t n) { vm->chaos = vm->chaos_left = n; }

int64_t lb_birth(lua_State *L, int index) {
  const char *object = lua_topointer(L, index);
  switch (lua_type(L, index)) {
    case LUA_TUSERDATA:
      return ((const lb_object *)lua_touserdata(L, index))->birth;
    case LUA_TTHREAD:
      // The block begins with the extra space.
      object -= LUA_EXTRASPACE;
      break;
    case LUA_TFUNCTION:
      // A C function without upvalues is no object; its own number is given by the first who asks.
      if (lua_iscfunction(L, index) && lua_getupvalue(L, index, 1) == NULL) return -lb_identity(L, index);
      if (lua_iscfunction(L, index)) lua_pop(L, 1);
      break;
    case LUA_TTABLE:
      break;
    default:
      return 0;
  }
  return ((const header *)object - 1)->birth;
}
