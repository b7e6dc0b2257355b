// Userdata with something of a script's in them must not be collected while the host uses their objects.
//
// A userdata is laden once it is an instance of a script's class or has an edge. Laden userdata are kept strongly, in
// a table of their copy, and weighed from time to time: one whose Swift object nobody else references is let loose,
// and one whose object belongs to another with a userdata is kept by that, so that the collector sees cycles through
// the owner. Nothing in Swift can get at a loose one's object but through Lua, and that keeps it again.
//
// Weighing reads reference counts, so no binding's body may be on the stack: it borrows its receiver uncounted.
#include "lb_internal.h"

// The key, in the table of an owner's edges, of those that it keeps; edges are counted from 1.
enum { CHILDREN = 0 };

// Swift's runtime: the number of strong references to an object. isKnownUniquelyReferenced is no use here: it answers
// no for every object that has ever had a weak reference.
extern size_t swift_retainCount(void *object);

bool lb_is_shared(void *ref) { return swift_retainCount(ref) > 1; }

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
bool lb_put_in_copy(lua_State *L, int index, const lb_object *object) {
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

void lb_take_from_copy(lua_State *L, const lb_object *object) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, lb_get(L)->copies[object->owner]->kept);
  lua_pushnil(L);
  lua_rawsetp(L, -2, object->ref);
  lua_pop(L, 1);
}

void lb_keep(lua_State *L, int index, lb_object *object) {
  lb_vm *vm = lb_get(L);
  if (!lb_put_in_copy(L, index, object)) return;
  object->hold = LB_KEPT;
  if (vm->weighing) return;
  // Soon, for the sake of loops that make one object after another.
  if (vm->young_count < LB_YOUNG) vm->young[vm->young_count++] = object->ref;
  if (vm->young_count == LB_YOUNG) vm->due |= LB_DUE_YOUNG;
}

static void loosen(lua_State *L, lb_object *object) {
  if (object->hold != LB_KEPT && object->hold != LB_DYING) return;
  object->hold = LB_LOOSE;
  if (!object->held) lb_take_from_copy(L, object);
}

// The metatable of laden instances, in that of the others: the same with a finalizer.
static const char key_finalized;

// Gives the userdata at `index` a finalizer, which can put its end off.
static void finalize(lua_State *L, int index) {
  index = lua_absindex(L, index);
  lua_getmetatable(L, index);
  if (lua_rawgetp(L, -1, &key_finalized) == LUA_TNIL) {
    lua_pop(L, 1);
    lua_newtable(L);
    for (lua_pushnil(L); lua_next(L, -3) != 0; lua_pop(L, 1)) {
      lua_pushvalue(L, -2);
      lua_pushvalue(L, -2);
      lua_rawset(L, -5);
    }
    lua_pushcfunction(L, lb_get(L)->collect);
    lb_rawsetfield(L, -2, "__gc");
    lua_pushvalue(L, -1);
    lua_rawsetp(L, -3, &key_finalized);
  }
  lua_setmetatable(L, index);
  lua_pop(L, 1);
}

void lb_lade(lua_State *L, int index) {
  lb_object *object = lua_touserdata(L, index);
  if (object->hold != LB_LIGHT || object->ref == NULL) return;
  lb_vm *vm = lb_get(L);
  if (!lua_checkstack(L, 8)) return;
  lb_copy *running = lb_begin_shared(vm);
  finalize(L, index);
  lb_end_shared(vm, running);
  // Making the metatable may have let the collector lade it.
  if (object->hold != LB_LIGHT) return;
  lb_insert_laden(vm, (lb_laden){object->ref, object, NULL});
  object->hold = LB_LOOSE;
  lb_keep(L, index, object);
}

void lb_unlade(lua_State *L, lb_object *object) {
  if (object->hold == LB_LIGHT) return;
  lb_vm *vm = lb_get(L);
  if (!vm->closing && !vm->copies[object->owner]->ended) loosen(L, object);
  lb_laden *entry = lb_find_laden(vm, object->ref);
  if (entry != NULL) lb_remove_laden(vm, entry);
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
    lb_pushedges(L, lua_absindex(L, -2));
    lua_pushvalue(L, -2);
    lua_rawseti(L, -2, CHILDREN);
    lua_pop(L, 1);
    lb_lade(L, -2);
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
  lb_laden *entry = lb_find_laden(lb_get(L), ref);
  if (entry != NULL) entry->keeper = is_kept ? keeper : NULL;
  return is_kept;
}

// MARK: Weighing

static void weigh(lua_State *L, lb_laden entry) {
  lb_vm *vm = lb_get(L);
  lb_object *object = entry.object;
  // One that waits for its finalizer is not found; one without a finalizer must not get loose.
  if (object->hold == LB_DYING || vm->copies[object->owner]->ended || !lb_findobject(L, entry.ref)) return;
  bool shared = lb_is_shared(entry.ref);
  const void *keeper = shared && object->cls->owned ? vm->keeper(vm->context, entry.ref) : NULL;
  bool has_keeper = (keeper != NULL || entry.keeper != NULL) && give_to(L, entry.ref, entry.keeper, keeper);
  if (!shared || has_keeper)
    loosen(L, object);
  else if (object->hold != LB_KEPT)
    lb_keep(L, -1, object);
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
    const lb_laden *entry = lb_find_laden(vm, vm->young[i]);
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
