// Userdata with something of a script's in them must not be collected while the host uses their objects.
//
// A userdata is laden once it is an instance of a script's class or has an edge. Laden userdata are kept strongly, in
// a table of their copy, and weighed from time to time: one whose Swift object nobody else references is let loose,
// and one whose object belongs to another with a userdata is kept by that, so that the collector sees cycles through
// the owner. Nothing in Swift can get at a loose one's object but through Lua, and that keeps it again.
//
// Weighing reads reference counts, so no binding's body may be on the stack: it borrows its receiver uncounted.
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "lb_internal.h"

// The key, in the table of an owner's edges, of those that it keeps; edges are counted from 1.
enum { CHILDREN = 0 };

// Swift's runtime: the number of strong references to an object. isKnownUniquelyReferenced is no use here: it answers
// no for every object that has ever had a weak reference.
extern size_t swift_retainCount(void *object);

// Whether anybody but the userdata references a Swift object.
static bool is_shared(void *ref) { return swift_retainCount(ref) > 1; }

struct lb_laden {
  void *ref;                 // NULL: free
  lb_object *object;
  const void *keeper;        // the owner that keeps it; a key only
};

// MARK: The table of laden objects, by reference

static uint32_t hash_ref(const void *ref) { return (uint32_t)(((uintptr_t)ref >> 4) * 0x9e3779b97f4a7c15u >> 32); }

static lb_laden *find_laden(const lb_vm *vm, const void *ref) {
  if (vm->laden_count == 0) return NULL;
  uint32_t mask = vm->laden_room - 1;
  for (uint32_t i = hash_ref(ref) & mask; vm->laden[i].ref != NULL; i = (i + 1) & mask)
    if (vm->laden[i].ref == ref) return &vm->laden[i];
  return NULL;
}

static void insert_laden(lb_vm *vm, lb_laden entry) {
  uint32_t mask = vm->laden_room - 1, i = hash_ref(entry.ref) & mask;
  while (vm->laden[i].ref != NULL) i = (i + 1) & mask;
  vm->laden[i] = entry;
}

static void reserve_laden(lb_vm *vm, uint32_t count) {
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
    if (old[i].ref != NULL) insert_laden(vm, old[i]);
  free(old);
}

static void remove_laden(lb_vm *vm, lb_laden *entry) {
  uint32_t mask = vm->laden_room - 1, hole = (uint32_t)(entry - vm->laden);
  // What was pushed on past the hole moves back, so that searches still find it.
  for (uint32_t i = (hole + 1) & mask; vm->laden[i].ref != NULL; i = (i + 1) & mask) {
    uint32_t home = hash_ref(vm->laden[i].ref) & mask;
    if (((i - home) & mask) < ((i - hole) & mask)) continue;
    vm->laden[hole] = vm->laden[i];
    hole = i;
  }
  vm->laden[hole].ref = NULL;
  vm->laden_count--;
}

// MARK: Keeping

// Pushes the table of what the copy keeps.
static void push_kept(lua_State *L, lb_copy *copy) {
  if (copy->kept == 0) {
    lua_newtable(L);
    copy->kept = luaL_ref(L, LUA_REGISTRYINDEX);
  }
  lua_rawgeti(L, LUA_REGISTRYINDEX, copy->kept);
}

// Puts the userdata at `index` into the table of its copy; false once that has ended. The host pays, and nothing can
// raise.
static bool put_in(lua_State *L, int index, const lb_object *object) {
  lb_vm *vm = lb_get(L);
  lb_copy *copy = vm->copies[object->owner];
  if (copy->ended || !lua_checkstack(L, 4)) return false;
  index = lua_absindex(L, index);
  lb_copy *running = lb_begin_shared(vm);
  push_kept(L, copy);
  lua_pushvalue(L, index);
  lua_rawsetp(L, -2, object->ref);
  lua_pop(L, 1);
  lb_end_shared(vm, running);
  return true;
}

static void take_out(lua_State *L, const lb_object *object) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, lb_get(L)->copies[object->owner]->kept);
  lua_pushnil(L);
  lua_rawsetp(L, -2, object->ref);
  lua_pop(L, 1);
}

static void keep(lua_State *L, int index, lb_object *object) {
  lb_vm *vm = lb_get(L);
  if (!put_in(L, index, object)) return;
  object->hold = LB_KEPT;
  if (vm->weighing) return;
  // Soon, for the sake of loops that make one object after another.
  if (vm->young_count < LB_YOUNG) vm->young[vm->young_count++] = object->ref;
  if (vm->young_count == LB_YOUNG) vm->due |= LB_DUE_YOUNG;
}

static void loosen(lua_State *L, lb_object *object) {
  if (object->hold != LB_KEPT && object->hold != LB_DYING) return;
  object->hold = LB_LOOSE;
  if (!object->held) take_out(L, object);
}

bool lb_hold(lua_State *L, const void *ref) {
  if (!lb_pushobject(L, ref)) return false;
  lb_object *object = lua_touserdata(L, -1);
  object->held = put_in(L, -1, object);
  lua_pop(L, 1);
  return object->held;
}

void lb_letgo(lua_State *L, const void *ref) {
  // Without a table the copy has ended, or never held anything.
  if (lb_get(L)->current->kept == 0 || !lb_findobject(L, ref)) return;
  lb_object *object = lua_touserdata(L, -1);
  if (object->held) {
    object->held = false;
    if (object->hold == LB_LIGHT || object->hold == LB_LOOSE) take_out(L, object);
  }
  lua_pop(L, 1);
}

void lb_keep_again(lua_State *L, int index, lb_object *object) { keep(L, index, object); }

void lb_lade(lua_State *L, int index) {
  lb_object *object = lua_touserdata(L, index);
  if (object->hold != LB_LIGHT || object->ref == NULL) return;
  lb_vm *vm = lb_get(L);
  reserve_laden(vm, ++vm->laden_count);
  insert_laden(vm, (lb_laden){object->ref, object, NULL});
  object->hold = LB_LOOSE;
  keep(L, index, object);
}

void lb_unlade(lua_State *L, lb_object *object) {
  if (object->hold == LB_LIGHT) return;
  lb_vm *vm = lb_get(L);
  if (!vm->closing && !vm->copies[object->owner]->ended) loosen(L, object);
  lb_laden *entry = find_laden(vm, object->ref);
  if (entry != NULL) remove_laden(vm, entry);
  object->hold = LB_LIGHT;
}

// MARK: Owners

// Pushes what the userdata on top keeps, making the table if `make`; pops that userdata.
static bool push_children(lua_State *L, bool make) {
  if (!make) {
    if (lb_getedge(L, -1, CHILDREN) == LUA_TTABLE) {
      lua_replace(L, -2);
      return true;
    }
    lua_pop(L, 2);
    return false;
  }
  if (lb_getedge(L, -1, CHILDREN) != LUA_TTABLE) {
    lua_pop(L, 1);
    lua_newtable(L);
    lua_pushvalue(L, -1);
    lb_setedge(L, -3, CHILDREN);
  }
  lua_replace(L, -2);
  return true;
}

// Has the userdata of `keeper` keep the one on top, whose object is `ref`, and no other; NULL: none at all. Tells
// whether there is such a userdata. Allocation may run finalizers: no entry of the table is at hand meanwhile.
static bool give_to(lua_State *L, const void *ref, const void *before, const void *keeper) {
  if (before != NULL && before != keeper && lb_findobject(L, before) && push_children(L, false)) {
    // The address may be another object's by now: it has no such child then.
    lua_pushnil(L);
    lua_rawsetp(L, -2, ref);
    lua_pop(L, 1);
  }
  bool is_kept = keeper != NULL && lb_findobject(L, keeper);
  if (is_kept) {
    push_children(L, true);
    lua_pushvalue(L, -2);
    lua_rawsetp(L, -2, ref);
    lua_pop(L, 1);
  }
  lb_laden *entry = find_laden(lb_get(L), ref);
  if (entry != NULL) entry->keeper = is_kept ? keeper : NULL;
  return is_kept;
}

// MARK: Weighing

static void weigh(lua_State *L, lb_laden entry) {
  lb_vm *vm = lb_get(L);
  lb_object *object = entry.object;
  // One that waits for its finalizer is not found; one without a finalizer must not get loose.
  if (object->hold == LB_DYING || vm->copies[object->owner]->ended || !lb_findobject(L, entry.ref)) return;
  bool shared = is_shared(entry.ref);
  const void *keeper = shared && object->cls->owned ? vm->keeper(vm->context, entry.ref) : NULL;
  bool has_keeper = (keeper != NULL || entry.keeper != NULL) && give_to(L, entry.ref, entry.keeper, keeper);
  if (!shared || has_keeper)
    loosen(L, object);
  else if (object->hold != LB_KEPT)
    keep(L, -1, object);
  lua_pop(L, 1);
}

static bool may_weigh(const lb_vm *vm) { return vm->depth == 0 || (vm->depth == 1 && vm->in_host == 0); }

// Weighs what has been kept of late, or all that is laden.
static void weigh_some(lua_State *L, bool all) {
  lb_vm *vm = lb_get(L);
  if (vm->weighing || vm->closing) return;
  if (!may_weigh(vm) || !lua_checkstack(L, 12)) {
    vm->due |= all ? LB_DUE_WEIGHING : LB_DUE_YOUNG;
    return;
  }
  vm->weighing = true;
  lb_copy *running = lb_begin_shared(vm);
  // What moves in the table meanwhile, because one before it is finalized or an owner becomes laden, is weighed the
  // next time.
  for (uint32_t i = 0; all && i < vm->laden_room; i++)
    if (vm->laden[i].ref != NULL) weigh(L, vm->laden[i]);
  for (uint32_t i = 0; !all && i < vm->young_count; i++) {
    const lb_laden *entry = find_laden(vm, vm->young[i]);
    if (entry != NULL) weigh(L, *entry);
  }
  lb_end_shared(vm, running);
  vm->young_count = 0;
  vm->due &= ~(all ? LB_DUE_WEIGHING | LB_DUE_YOUNG : LB_DUE_YOUNG);
  vm->weighing = false;
}

void lb_weigh(lua_State *L) { weigh_some(L, true); }
void lb_weigh_young(lua_State *L) { weigh_some(L, false); }

// The finalizer of a table that is garbage in every cycle of the collector.
static int end_of_cycle(lua_State *L) {
  lb_vm *vm = lb_get(L);
  if (vm->closing) return 0;
  if (vm->laden_count > 0) lb_weigh(L);
  lua_getmetatable(L, 1);
  lua_setmetatable(L, 1);
  return 0;
}

void lb_open_keeping(lua_State *L) {
  lua_newtable(L);
  lua_createtable(L, 0, 1);
  lua_pushcfunction(L, end_of_cycle);
  lua_setfield(L, -2, "__gc");
  lua_setmetatable(L, -2);
  lua_pop(L, 1);
}

// MARK: The end of a userdata

// A laden userdata that the collector found unreachable is kept once more, until the next moment when objects may be
// released: its Swift object may have been reached through a weak reference meanwhile, and then lives on with it.
bool lb_put_off(lua_State *L, lb_object *object) {
  lb_vm *vm = lb_get(L);
  if (object->hold == LB_LIGHT || vm->closing || vm->copies[object->owner]->ended) return false;
  if (vm->dying_count == vm->dying_room) {
    vm->dying_room = vm->dying_room == 0 ? 64 : vm->dying_room * 2;
    vm->dying = realloc(vm->dying, vm->dying_room * sizeof *vm->dying);
    if (vm->dying == NULL) {
      fprintf(stderr, "geoscript: out of memory\n");
      _exit(70);
    }
  }
  lb_remember(L, 1, object->ref);
  keep(L, 1, object);
  object->hold = LB_DYING;
  vm->dying[vm->dying_count++] = object->ref;
  vm->due |= LB_DUE_RELEASE;
  return true;
}

void lb_end_dying(lb_vm *vm) {
  lua_State *L = vm->L;
  if (vm->dying_count == 0 || !lua_checkstack(L, 4)) return;
  // Releasing one may call anything: what dies meanwhile waits for the next time.
  while (vm->dying_count > 0) {
    void *ref = vm->dying[--vm->dying_count];
    const lb_laden *entry = find_laden(vm, ref);
    if (entry == NULL || !lb_findobject(L, ref)) continue;
    if (is_shared(ref)) {
      // A finalizer is called once: this asks for another.
      lua_getmetatable(L, -1);
      lua_setmetatable(L, -2);
      lua_pop(L, 1);
      entry->object->hold = LB_KEPT;
      continue;
    }
    lb_end_object(L, entry->object);
    lb_forget(L, ref);
    lua_pop(L, 1);
    vm->release(ref);
  }
}

bool lb_await_object(lua_State *L, const void *ref) {
  if (find_laden(lb_get(L), ref) == NULL) return false;
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
