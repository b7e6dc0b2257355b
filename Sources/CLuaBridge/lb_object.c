// Host objects as userdata: identity, edges, members.
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
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
  object->observed = false;
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

static int collect_object(lua_State *L) {
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

// MARK: Swift types

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
    vm->type_keys = calloc(vm->types_room, sizeof *vm->type_keys);
    vm->type_values = calloc(vm->types_room, sizeof *vm->type_values);
    if (vm->type_keys == NULL || vm->type_values == NULL) {
      fprintf(stderr, "geoscript: out of memory\n");
      _exit(70);
    }
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

// MARK: Edges

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

// Pushes the table of edges of the object at `index`, made if need be.
static void push_edges(lua_State *L, int32_t index) {
  if (lua_getiuservalue(L, index, 1) == LUA_TTABLE) return;
  lua_pop(L, 1);
  lua_newtable(L);
  lua_pushvalue(L, -1);
  lua_setiuservalue(L, index, 1);
}

void lb_setedge(lua_State *L, int32_t index, int32_t slot) {
  index = lua_absindex(L, index);
  push_edges(L, index);
  lua_insert(L, -2);
  bool lades = !lua_isnil(L, -1);
  lua_rawseti(L, -2, slot);
  lua_pop(L, 1);
  if (lades) lb_lade(L, index);
}

void lb_addedge(lua_State *L, int32_t index, int32_t value) {
  index = lua_absindex(L, index);
  value = lua_absindex(L, value);
  push_edges(L, index);
  lua_pushvalue(L, value);
  lua_rawsetp(L, -2, lua_topointer(L, value));
  lua_pop(L, 1);
  lb_lade(L, index);
}

bool lb_pushedge(lua_State *L, const void *owner, const void *value) {
  int top = lua_gettop(L);
  bool found = lb_pushobject(L, owner) && lua_getiuservalue(L, -1, 1) == LUA_TTABLE &&
               lua_rawgetp(L, -1, value) != LUA_TNIL;
  if (found) lua_replace(L, top + 1);
  lua_settop(L, found ? top + 1 : top);
  return found;
}

void lb_removeedge(lua_State *L, const void *owner, const void *value) {
  if (!lb_pushobject(L, owner)) return;
  if (lua_getiuservalue(L, -1, 1) == LUA_TTABLE) {
    lua_pushnil(L);
    lua_rawsetp(L, -2, value);
  }
  lua_pop(L, 2);
}

bool lb_hold(lua_State *L, const void *object) {
  lb_copy *copy = lb_get(L)->current;
  if (!lb_pushobject(L, object)) return false;
  if (copy->held == 0) {
    lua_createtable(L, 0, 1);
    copy->held = luaL_ref(L, LUA_REGISTRYINDEX);
  }
  lua_rawgeti(L, LUA_REGISTRYINDEX, copy->held);
  lua_insert(L, -2);
  lua_rawsetp(L, -2, object);
  lua_pop(L, 1);
  return true;
}

void lb_letgo(lua_State *L, const void *object) {
  lb_copy *copy = lb_get(L)->current;
  if (copy->held == 0) return;
  lua_rawgeti(L, LUA_REGISTRYINDEX, copy->held);
  lua_pushnil(L);
  lua_rawsetp(L, -2, object);
  lua_pop(L, 1);
}

// MARK: Members of instances

// Gives the host member named at index 2 from the members at `upvalue`: a method as it is, a property by its getter.
// Returns −1 when there is none.
static inline int host_member(lua_State *L, int upvalue) {
  lua_pushvalue(L, 2);
  switch (lua_rawget(L, upvalue)) {
    case LUA_TFUNCTION:
      return 1;
    case LUA_TNUMBER: {
      int32_t getter = (int32_t)lua_tointeger(L, 3);
      lua_settop(L, 1);
      return lb_enter(L, getter);
    }
    default:
      return -1;
  }
}

// upvalues: members
static int host_index(lua_State *L) {
  int results = host_member(L, lua_upvalueindex(1));
  if (results >= 0) return results;
  lua_settop(L, 2);
  return lb_enter(L, LB_MEMBER_MISSING_MEMBER);
}

// upvalues: setters
static int host_newindex(lua_State *L) {
  lua_pushvalue(L, 2);
  if (lua_rawget(L, lua_upvalueindex(1)) == LUA_TNUMBER) {
    int32_t setter = (int32_t)lua_tointeger(L, 4);
    // The setter finds the object first and the value second, and the name for its message third.
    lua_settop(L, 3);
    lua_rotate(L, 2, 1);
    return lb_enter(L, setter);
  }
  bool read_only = lua_type(L, 4) == LUA_TBOOLEAN;
  lua_settop(L, 2);
  return lb_enter(L, read_only ? LB_MEMBER_READ_ONLY : LB_MEMBER_MISSING_MEMBER);
}

static int describe_object(lua_State *L) {
  const lb_object *object = lua_touserdata(L, 1);
  lua_pushfstring(L, "%s: %I", object->cls->name, (LUAI_UACINT)lb_identity(L, 1));
  return 1;
}

bool lb_describes_itself(lua_State *L, int index) {
  if (lua_type(L, index) != LUA_TUSERDATA || !lua_getmetatable(L, index)) return false;
  lua_pushliteral(L, "__tostring");
  lua_rawget(L, -2);
  bool own = lua_tocfunction(L, -1) != describe_object;
  lua_pop(L, 2);
  return own;
}

// Instances of script classes. upvalues: methods (chained), members
static int open_index(lua_State *L) {
  if (lua_getiuservalue(L, 1, 2) == LUA_TTABLE) {
    lua_pushvalue(L, 2);
    if (lua_rawget(L, -2) != LUA_TNIL) return 1;
  }
  lua_settop(L, 2);
  lua_pushvalue(L, 2);
  if (lua_gettable(L, lua_upvalueindex(1)) != LUA_TNIL) return 1;
  lua_settop(L, 2);
  int results = host_member(L, lua_upvalueindex(2));
  if (results >= 0) return results;
  lua_pushnil(L);
  return 1;
}

// Pushes the script's own setX for the field named at index 2, when there is one and it is not the caller.
static bool push_script_setter(lua_State *L) {
  size_t length;
  const char *name = lua_type(L, 2) == LUA_TSTRING ? lua_tolstring(L, 2, &length) : NULL;
  if (name == NULL || length == 0 || length > 60) return false;
  char setter[64] = "set";
  memcpy(setter + 3, name, length);
  if (setter[3] >= 'a' && setter[3] <= 'z') setter[3] -= 'a' - 'A';
  lua_pushlstring(L, setter, length + 3);
  if (lua_gettable(L, lua_upvalueindex(1)) != LUA_TFUNCTION) {
    lua_pop(L, 1);
    return false;
  }
  lua_Debug caller;
  if (lua_getstack(L, 1, &caller) && lua_getinfo(L, "f", &caller)) {
    bool itself = lua_rawequal(L, -1, -2);
    lua_pop(L, 1);
    if (itself) {
      lua_pop(L, 1);
      return false;
    }
  }
  return true;
}

// upvalues: methods (chained), setters, warned names
static int open_newindex(lua_State *L) {
  if (push_script_setter(L)) {
    lua_pushvalue(L, 1);
    lua_pushvalue(L, 3);
    lua_call(L, 2, 0);
    return 0;
  }
  lua_pushvalue(L, 2);
  int kind = lua_rawget(L, lua_upvalueindex(2));
  if (kind == LUA_TNUMBER) {
    int32_t setter = (int32_t)lua_tointeger(L, 4);
    lua_settop(L, 3);
    lua_rotate(L, 2, 1);
    return lb_enter(L, setter);
  }
  if (kind == LUA_TBOOLEAN) {
    lua_settop(L, 2);
    return lb_enter(L, LB_MEMBER_READ_ONLY);
  }
  lua_settop(L, 3);
  if (lua_type(L, 2) == LUA_TSTRING) {
    lua_pushvalue(L, 2);
    if (lua_rawget(L, lua_upvalueindex(3)) == LUA_TNIL) {
      lua_pushvalue(L, 2);
      lua_pushboolean(L, 1);
      lua_rawset(L, lua_upvalueindex(3));
      lb_pushfunction(L, LB_MEMBER_NEAR_NAME);
      lua_pushvalue(L, 1);
      lua_pushvalue(L, 2);
      lua_call(L, 2, 0);
    }
    lua_settop(L, 3);
  }
  if (lua_getiuservalue(L, 1, 2) != LUA_TTABLE) {
    lua_pop(L, 1);
    lua_createtable(L, 0, 4);
    lua_pushvalue(L, -1);
    lua_setiuservalue(L, 1, 2);
  }
  if (!((const lb_object *)lua_touserdata(L, 1))->observed) {
    lua_insert(L, 2);
    lua_rawset(L, 2);
    return 0;
  }
  // [object, name, value, fields]
  lua_pushvalue(L, 2);
  lua_rotate(L, 3, -1);
  lua_rawset(L, 3);
  lua_settop(L, 2);
  return lb_enter(L, LB_MEMBER_DID_CHANGE);
}

// MARK: Metatables

// Pushes the metatable of `cls`'s instances.
static void push_metatable(lua_State *L, const lb_class *cls) {
  lua_createtable(L, 0, 8);
  lua_pushstring(L, cls->name);
  lua_setfield(L, -2, "__name");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_pushcfunction(L, collect_object);
  lua_setfield(L, -2, "__gc");
  lua_pushcfunction(L, describe_object);
  lua_setfield(L, -2, "__tostring");
  if (cls->script) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, cls->methods);
    lua_rawgeti(L, LUA_REGISTRYINDEX, cls->members);
    lua_pushcclosure(L, open_index, 2);
    lua_setfield(L, -2, "__index");
    lua_rawgeti(L, LUA_REGISTRYINDEX, cls->methods);
    lua_rawgeti(L, LUA_REGISTRYINDEX, cls->setters);
    lua_rawgeti(L, LUA_REGISTRYINDEX, cls->warned);
    lua_pushcclosure(L, open_newindex, 3);
    lua_setfield(L, -2, "__newindex");
  } else {
    lua_rawgeti(L, LUA_REGISTRYINDEX, cls->members);
    lua_pushcclosure(L, host_index, 1);
    lua_setfield(L, -2, "__index");
    lua_rawgeti(L, LUA_REGISTRYINDEX, cls->setters);
    lua_pushcclosure(L, host_newindex, 1);
    lua_setfield(L, -2, "__newindex");
  }
}

void lb_make_metatable(lua_State *L, lb_class *cls) {
  push_metatable(L, cls);
  cls->metatable = luaL_ref(L, LUA_REGISTRYINDEX);
}

void *lb_construct(lua_State *L, lb_class *cls) { return push_userdata(L, cls, NULL, 0); }
