// Host objects as userdata, one for each, from creation to release.
#include <stdlib.h>
#include <stdio.h>
#include <unistd.h>

#include "lb_internal.h"

// What makes the collector work on a userdata's Swift bytes too: one step for so many of them.
#define EXTERNAL_STEP (16 * 1024)

// An allocator that notes the size of the newest userdata.
static void *note_userdata(void *size, void *block, size_t old_size, size_t new_size) {
  if (new_size == 0) {
    free(block);
    return NULL;
  }
  if (block == NULL && old_size == LUA_TUSERDATA) *(size_t *)size = new_size;
  return realloc(block, new_size);
}

bool lb_measure_heads(lb_vm *vm) {
  size_t size = 0;
  // A state of its own: in the machine's, what is measured would be its garbage.
  lua_State *probe = lua_newstate(note_userdata, &size);
  if (probe == NULL) return false;
  for (int values = 1; values <= 2; values++) {
    lua_newuserdatauv(probe, 0, values);
    vm->heads[values - 1] = size;
  }
  lua_close(probe);
  return true;
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
  object->number = 0;
  object->hold = LB_LIGHT;
  object->held = object->observed = object->ended = false;
  object->bytes = bytes;
  lb_charge_object(vm, object, 1);
  vm->live_objects++;
  ((lb_header *)((char *)object - vm->heads[cls->script]) - 1)->birth = LB_OBJECT_BLOCK;
  lua_rawgeti(L, LUA_REGISTRYINDEX, cls->metatable);
  lua_setmetatable(L, -2);
  vm->external += lb_external_bytes(object);
  if (vm->external >= EXTERNAL_STEP) {
    lua_gc(L, LUA_GCSTEP, (int)(vm->external / 1024));
    vm->external = 0;
  }
  return object;
}

void lb_newobject(lua_State *L, lb_class *cls, void *object, int64_t bytes) {
  push_userdata(L, cls, object, bytes);
  lb_remember(L, -1, lua_touserdata(L, -1));
}

void *lb_self(lua_State *L) {
  lb_object *object = lua_touserdata(L, 1);
  lb_touch(L, 1, object);
  return object->ref;
}

void *lb_toobject(lua_State *L, int32_t index, const lb_class *cls) {
  lb_object *object = lb_object_at(L, index);
  if (object == NULL || !lb_class_is(object->cls, cls)) return NULL;
  lb_touch(L, index, object);
  return object->ref;
}

void *lb_anyobject(lua_State *L, int32_t index, lb_class **cls, bool *expired) {
  lb_object *object = lb_object_at(L, index);
  if (object == NULL) return NULL;
  lb_touch(L, index, object);
  *cls = object->cls;
  *expired = object->born && object->ref == NULL;
  return object->ref;
}

void lb_expire(lua_State *L, int32_t index) {
  lb_object *object = lb_object_at(L, index);
  if (object == NULL || object->ref == NULL) return;
  lb_vm *vm = lb_get(L);
  lb_unlade(L, object);
  lb_forget(L, object);
  vm->release(object->ref);
  object->ref = NULL;
}

bool lb_isunborn(lua_State *L, int32_t index) {
  const lb_object *object = lb_object_at(L, index);
  return object != NULL && !object->born;
}

void lb_adopt(lua_State *L, int32_t index, void *ref) {
  lb_object *object = lb_object_at(L, index);
  if (object->born) {
    // Reading the arguments ran code of the script's that has called the initializer already.
    lb_get(L)->release(ref);
    return;
  }
  object->ref = ref;
  object->born = true;
  lb_remember(L, index, object);
  lb_lade(L, index);
}

void *lb_construct(lua_State *L, lb_class *cls) { return push_userdata(L, cls, NULL, 0); }

bool lb_hold(lua_State *L, const void *ref) {
  if (!lb_pushobject(L, ref)) return false;
  lb_object *object = lua_touserdata(L, -1);
  object->held = lb_put_in_copy(L, -1, object);
  lua_pop(L, 1);
  return object->held;
}

void lb_letgo(lua_State *L, const void *ref) {
  // Without a table the copy has ended, or never held anything.
  if (lb_get(L)->current->kept == 0 || !lb_findobject(L, ref)) return;
  lb_object *object = lua_touserdata(L, -1);
  if (object->held) {
    object->held = false;
    if (object->hold == LB_LIGHT || object->hold == LB_LOOSE) lb_take_from_copy(L, object);
  }
  lua_pop(L, 1);
}
