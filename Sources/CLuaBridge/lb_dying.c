// The end of a userdata: it waits until objects may be released, and may be revived meanwhile.
#include "lb_internal.h"

// Ends the account of an object. Returns the reference that is to be released, or NULL.
static void *end_account(lb_vm *vm, lb_object *object) {
  object->ended = true;
  vm->live_objects--;
  lb_charge_object(vm, object, -1);
  lb_end_number(vm, object);
  void *ref = object->ref;
  object->ref = NULL;
  return ref;
}

static void *end_object(lua_State *L, lb_object *object) {
  lb_unlade(L, object);
  return end_account(lb_get(L), object);
}

// Notes a reference for the next moment when objects may be released: a Swift deinit may do anything, an allocation
// included, and this may run inside one.
static void note_released(lb_vm *vm, void *ref) {
  if (ref == NULL) return;
  if (vm->released_count == vm->released_room) {
    vm->released_room = vm->released_room == 0 ? 64 : vm->released_room * 2;
    vm->released = lb_more_room(vm->released, vm->released_room, sizeof *vm->released);
  }
  vm->released[vm->released_count++] = ref;
  vm->due |= LB_DUE_RELEASE;
}

// A laden userdata that the collector found unreachable is kept once more, until the next moment when objects may be
// released: its Swift object may have been reached through a weak reference meanwhile, and then lives on with it.
static bool put_off(lua_State *L, lb_object *object) {
  lb_vm *vm = lb_get(L);
  if (object->hold == LB_LIGHT || vm->closing || vm->copies[object->owner]->ended) return false;
  if (vm->dying_count == vm->dying_room) {
    vm->dying_room = vm->dying_room == 0 ? 64 : vm->dying_room * 2;
    vm->dying = lb_more_room(vm->dying, vm->dying_room, sizeof *vm->dying);
  }
  lb_remember(L, 1, object);
  lb_keep(L, 1, object);
  object->hold = LB_DYING;
  vm->dying[vm->dying_count++] = object->ref;
  vm->due |= LB_DUE_RELEASE;
  return true;
}

int lb_collect_laden(lua_State *L) {
  lb_object *object = lua_touserdata(L, 1);
  if (!put_off(L, object)) note_released(lb_get(L), end_object(L, object));
  return 0;
}

void lb_object_gone(lb_vm *vm, lb_object *object) {
  if (!object->ended) note_released(vm, end_account(vm, object));
}

void lb_end_dying(lb_vm *vm) {
  lua_State *L = vm->L;
  if (vm->dying_count == 0 || !lua_checkstack(L, 4)) return;
  // Releasing one may call anything; userdata that die meanwhile wait for the next time.
  while (vm->dying_count > 0) {
    void *ref = vm->dying[--vm->dying_count];
    const lb_laden *entry = lb_find_laden(vm, ref);
    if (entry == NULL || !lb_findobject(L, ref)) continue;
    if (lb_is_shared(ref)) {
      // A finalizer is called once: this asks for another.
      lua_getmetatable(L, -1);
      lua_setmetatable(L, -2);
      lua_pop(L, 1);
      entry->object->hold = LB_KEPT;
      continue;
    }
    lb_object *object = entry->object;
    lb_forget(L, object);
    end_object(L, object);
    lua_pop(L, 1);
    vm->release(ref);
  }
}

bool lb_await_object(lua_State *L, const void *ref) {
  if (lb_find_laden(lb_get(L), ref) == NULL) return false;
  // The collector has taken it out of the weak table and not called its finalizer yet, which will put it back. In an
  // emergency a cycle ends without finalizers: the next one has them.
  for (int cycles = 0; cycles < 3;) {
    int end = lua_gc(L, LUA_GCSTEP, 0);
    if (lb_findobject(L, ref)) return true;
    if (end < 0) return false;
    cycles += end;
  }
  return false;
}

bool lb_pushobject(lua_State *L, const void *object) {
  return lb_findobject(L, object) || lb_await_object(L, object);
}
