// Host objects as userdata: one for each, from its birth to its end.
#include <stdlib.h>
#include <stdio.h>
#include <unistd.h>

#include "lb_internal.h"

// What makes the collector work on a userdata's Swift bytes too: one step for so many of them.
#define EXTERNAL_STEP (16 * 1024)

static lb_object *object_at(lua_State *L, int32_t index) {
  // Every full userdata in the VM is ours: no library that makes others is open.
  return lua_type(L, index) == LUA_TUSERDATA ? lua_touserdata(L, index) : NULL;
}

// MARK: Identity

bool lb_findobject(lua_State *L, const void *object) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, lb_get(L)->objects);
  int type = lua_rawgetp(L, -1, object);
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

bool lb_pushobject(lua_State *L, const void *object) {
  return lb_findobject(L, object) || lb_await_object(L, object);
}

bool lb_pushobjects(lua_State *L, const void *first, const void *second) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, lb_get(L)->objects);
  int one = lua_rawgetp(L, -1, first);
  int two = lua_rawgetp(L, -2, second);
  if (one == LUA_TUSERDATA && two == LUA_TUSERDATA) {
    // [objects, first, second] → [first, second]
    lua_copy(L, -2, -3);
    lua_replace(L, -2);
    return true;
  }
  lua_pop(L, 3);
  return false;
}

void lb_remember(lua_State *L, int index, const void *object) {
  lb_vm *vm = lb_get(L);
  lb_copy *running = lb_begin_shared(vm);
  index = lua_absindex(L, index);
  lua_rawgeti(L, LUA_REGISTRYINDEX, lb_get(L)->objects);
  lua_pushvalue(L, index);
  lua_rawsetp(L, -2, object);
  lua_pop(L, 1);
  lb_end_shared(vm, running);
}

void lb_forget(lua_State *L, const void *object) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, lb_get(L)->objects);
  lua_pushnil(L);
  lua_rawsetp(L, -2, object);
  lua_pop(L, 1);
}

// What an object takes beside its userdata: in Swift, and a place in the table of all objects.
static int64_t external_bytes(const lb_object *object) { return object->cls->swift_bytes + object->bytes + 48; }

static void charge_external(lb_vm *vm, lb_object *object, int64_t bytes) {
  vm->bytes += bytes;
  vm->copies[object->owner]->bytes += bytes;
}

static lb_object *push_userdata(lua_State *L, lb_class *cls, void *ref, int64_t bytes) {
  lb_vm *vm = lb_get(L);
  // Host instances have edges; a script's instances have fields beside them.
  lb_object *object = lua_newuserdatauv(L, sizeof *object, cls->script ? 2 : 1);
  object->ref = ref;
  object->cls = cls;
  object->owner = vm->current->number;
  object->birth = ++vm->current->births;
  object->born = ref != NULL;
  object->hold = LB_LIGHT;
  object->held = object->observed = false;
  object->bytes = bytes;
  charge_external(vm, object, external_bytes(object));
  vm->live_objects++;
  lua_rawgeti(L, LUA_REGISTRYINDEX, cls->metatable);
  lua_setmetatable(L, -2);
  vm->external += external_bytes(object);
  if (vm->external >= EXTERNAL_STEP) {
    lua_gc(L, LUA_GCSTEP, (int)(vm->external / 1024));
    vm->external = 0;
  }
  return object;
}

void lb_newobject(lua_State *L, lb_class *cls, void *object, int64_t bytes) {
  push_userdata(L, cls, object, bytes);
  lb_remember(L, -1, object);
}

void *lb_end_object(lua_State *L, lb_object *object) {
  lb_vm *vm = lb_get(L);
  lb_unlade(L, object);
  vm->live_objects--;
  charge_external(vm, object, -external_bytes(object));
  void *ref = object->ref;
  object->ref = NULL;
  return ref;
}

int lb_collect_object(lua_State *L) {
  lb_vm *vm = lb_get(L);
  lb_object *object = lua_touserdata(L, 1);
  if (lb_put_off(L, object)) return 0;
  void *ref = lb_end_object(L, object);
  if (ref == NULL) return 0;
  // A Swift deinit may do anything, an allocation included, and this may run inside one: only note it.
  if (vm->released_count == vm->released_room) {
    size_t room = vm->released_room == 0 ? 64 : vm->released_room * 2;
    void **grown = realloc(vm->released, room * sizeof *grown);
    if (grown == NULL) {
      fprintf(stderr, "geoscript: out of memory\n");
      _exit(70);
    }
    vm->released = grown;
    vm->released_room = room;
  }
  vm->released[vm->released_count++] = ref;
  vm->due |= LB_DUE_RELEASE;
  return 0;
}

void *lb_self(lua_State *L) {
  lb_object *object = lua_touserdata(L, 1);
  lb_touch(L, 1, object);
  return object->ref;
}

void *lb_toobject(lua_State *L, int32_t index, const lb_class *cls) {
  lb_object *object = object_at(L, index);
  if (object == NULL || !lb_class_is(object->cls, cls)) return NULL;
  lb_touch(L, index, object);
  return object->ref;
}

void *lb_anyobject(lua_State *L, int32_t index, lb_class **cls, bool *expired) {
  lb_object *object = object_at(L, index);
  if (object == NULL) return NULL;
  lb_touch(L, index, object);
  *cls = object->cls;
  *expired = object->born && object->ref == NULL;
  return object->ref;
}

void lb_expire(lua_State *L, int32_t index) {
  lb_object *object = object_at(L, index);
  if (object == NULL || object->ref == NULL) return;
  lb_vm *vm = lb_get(L);
  lb_unlade(L, object);
  lb_forget(L, object->ref);
  vm->release(object->ref);
  object->ref = NULL;
}

bool lb_isunborn(lua_State *L, int32_t index) {
  const lb_object *object = object_at(L, index);
  return object != NULL && !object->born;
}

void lb_adopt(lua_State *L, int32_t index, void *ref) {
  lb_object *object = object_at(L, index);
  if (object->born) {
    // Reading the arguments ran code of the script's that has called the initializer already.
    lb_get(L)->release(ref);
    return;
  }
  object->ref = ref;
  object->born = true;
  lb_remember(L, index, ref);
  lb_lade(L, index);
}

void *lb_construct(lua_State *L, lb_class *cls) { return push_userdata(L, cls, NULL, 0); }
