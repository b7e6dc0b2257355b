// A virtual machine: its allocator with limits, its copies, its budget, its references.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lb_internal.h"

// Every block starts with the number of the copy that pays for it and, for an object, its place among those the
// copy has made.
typedef struct {
  uint32_t owner, birth;
} header;

_Static_assert(sizeof(header) == 8, "Lua's blocks need 8-byte alignment behind the header");

static void *no_memory(lb_vm *vm, size_t bytes) {
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

static void *allocate(void *ud, void *block, size_t old_size, size_t new_size) {
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
    if (h == NULL) return no_memory(vm, new_size);
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
  if (h == NULL) return no_memory(vm, new_size);
  charge(vm, owner, add);
  return h + 1;
}

static int panic(lua_State *L) {
  // Only a fault of the bridge itself comes here: every call into Lua is protected.
  const char *message = lua_tostring(L, -1);
  fprintf(stderr, "geoscript: unprotected error in Lua: %s\n", message ? message : "?");
  _exit(70);
}

// MARK: Budget

static bool is_wanted_to_stop(const lb_vm *vm) {
  return __atomic_load_n(&vm->stop_epoch, __ATOMIC_RELAXED) == vm->epoch && vm->depth > 0;
}

static void raise_trip(lua_State *L) {
  lb_vm *vm = lb_get(L);
  lb_trip(L, vm->tripped);
  if (vm->tripped == LB_NO_MEMORY) luaL_error(L, "not enough memory");
  if (vm->tripped == LB_STOPPED) luaL_error(L, "stopped: one call ran too long");
  luaL_error(L, "stopped after %I instructions in one call (--max-instructions)", (LUAI_UACINT)vm->budget);
}

static void on_count(lua_State *L, lua_Debug *ar) {
  lb_vm *vm = lb_get(L);
  if (vm->tripped == 0) {
    lua_getinfo(L, "l", ar);
    __atomic_store_n(&vm->line, ar->currentline, __ATOMIC_RELAXED);
    int32_t interval = lua_gethookcount(L);
    vm->budget_left -= interval;
    bool is_unwanted = is_wanted_to_stop(vm);
    if (vm->budget_left > 0 && !is_unwanted) {
      // A young coroutine, or one that was stopped in an earlier call, still counts in small steps.
      if (interval < LB_HOOK_INTERVAL && vm->budget >= LB_HOOK_INTERVAL)
        lua_sethook(L, on_count, LUA_MASKCOUNT, interval < LB_HOOK_INTERVAL / 2 ? interval * 2 : LB_HOOK_INTERVAL);
      return;
    }
    vm->tripped = is_unwanted ? LB_STOPPED : LB_OVER_BUDGET;
  }
  // From here every instruction raises, until the outermost call has returned.
  raise_trip(L);
}

void lb_watch(lua_State *L, lua_State *coroutine) {
  // Each coroutine has a counter of its own: with the usual interval thousands of short ones would count nothing.
  enum { FIRST = 100 };
  lb_vm *vm = lb_get(L);
  lb_charge(L, FIRST);
  lua_sethook(coroutine, on_count, LUA_MASKCOUNT, vm->tripped != 0 ? 1 : vm->budget < FIRST ? (int)vm->budget : FIRST);
}

void lb_trip(lua_State *L, int32_t reason) {
  lb_vm *vm = lb_get(L);
  vm->tripped = reason;
  lua_sethook(L, on_count, LUA_MASKCOUNT, 1);
  if (L != vm->L) lua_sethook(vm->L, on_count, LUA_MASKCOUNT, 1);
}

void lb_spend(lua_State *L, int64_t steps) { lb_get(L)->budget_left -= steps; }

void lb_charge(lua_State *L, int64_t steps) {
  lb_vm *vm = lb_get(L);
  vm->budget_left -= steps;
  if (vm->in_host > 0) return;
  bool is_unwanted = is_wanted_to_stop(vm);
  if (vm->budget_left > 0 && !is_unwanted) return;
  if (vm->tripped == 0) vm->tripped = is_unwanted ? LB_STOPPED : LB_OVER_BUDGET;
  raise_trip(L);
}

void lb_stop(lb_vm *vm, uint64_t epoch) { __atomic_store_n(&vm->stop_epoch, epoch, __ATOMIC_RELAXED); }

void lb_set_budget(lb_vm *vm, int64_t instructions) { vm->budget = instructions > 0 ? instructions : 1; }

// MARK: Calls

static int handle_error(lua_State *L) {
  lb_vm *vm = lb_get(L);
  lua_settop(L, 1);
  lua_rawgeti(L, LUA_REGISTRYINDEX, vm->error_value);
  bool again = !lua_isnil(L, 1) && lua_rawequal(L, 1, 2);
  lua_settop(L, 1);
  luaL_traceback(L, L, NULL, 1);
  if (again) {
    // The same error passed through Swift: its first traceback comes first.
    lua_rawgeti(L, LUA_REGISTRYINDEX, vm->error_trace);
    lua_pushliteral(L, "\n");
    lua_rotate(L, 2, -1);
    lua_concat(L, 3);
  }
  lua_rawseti(L, LUA_REGISTRYINDEX, vm->error_trace);
  lua_pushvalue(L, 1);
  lua_rawseti(L, LUA_REGISTRYINDEX, vm->error_value);
  return 1;
}

void lb_pushhandler(lua_State *L) { lua_rawgeti(L, LUA_REGISTRYINDEX, lb_get(L)->handler); }

int32_t lb_pcall(lua_State *L, int32_t nargs, int32_t nresults) {
  lb_vm *vm = lb_get(L);
  int handler = lua_gettop(L) - nargs - 1;
  bool outermost = vm->depth == 0;
  int saved = vm->in_host;
  // The frame, not a local: AddressSanitizer keeps locals elsewhere.
  const char *here = __builtin_frame_address(0);
  if (outermost) {
    vm->stack_base = here;
    vm->tripped = 0;
    vm->budget_left = vm->budget;
    // Counting starts afresh, so that where a call is stopped does not depend on what ran before.
    lua_sethook(L, on_count, LUA_MASKCOUNT, vm->budget < LB_HOOK_INTERVAL ? (int)vm->budget : LB_HOOK_INTERVAL);
    // One writer: a plain store, which costs nothing, is enough.
    __atomic_store_n(&vm->epoch, vm->epoch + 1, __ATOMIC_RELEASE);
  }
  // Lua counts the C calls of each coroutine apart, so a call from one to the main stack would start afresh.
  if (vm->stack_base - here > LB_MAX_STACK) {
    lua_settop(L, handler - 1);
    lua_pushliteral(L, "stack overflow: calls between Lua and the host are nested too deeply");
    return LB_ERROR;
  }
  vm->depth++;
  vm->in_host = 0;
  int status = lua_pcall(L, nargs, nresults, handler);
  vm->in_host = saved;
  vm->depth--;
  if (status == LUA_OK && nresults == 0)
    lua_settop(L, handler - 1);
  else
    lua_remove(L, handler);
  int32_t result = status == LUA_OK ? LB_OK : status == LUA_ERRMEM ? LB_NO_MEMORY : LB_ERROR;
  if (vm->tripped != 0) result = vm->tripped;
  if (vm->tripped != 0 && status == LUA_OK) {
    // The script swallowed its end in its last instruction.
    lua_settop(L, handler - 1);
    lua_pushliteral(L, "stopped");
  }
  if (outermost) {
    __atomic_store_n(&vm->epoch, vm->epoch + 1, __ATOMIC_RELEASE);
    if (result == LB_NO_MEMORY || result == LB_OVER_BUDGET)
      vm->current->trips++;
    else if (result == LB_STOPPED)
      vm->current->trips += 3;  // whoever ran that long is not asked again
    else
      vm->current->trips = 0;
    if (vm->tripped != 0) {
      // Single-step counting ends with the call that was stopped.
      vm->tripped = 0;
      vm->budget_left = vm->budget;
      lua_sethook(L, on_count, LUA_MASKCOUNT, LB_HOOK_INTERVAL);
    }
    if (vm->released_count > 0) lb_drain(vm);
  }
  return result;
}

int lb_enter(lua_State *L, int32_t member) {
  lb_vm *vm = lb_get(L);
  vm->in_host++;
  vm->budget_left -= LB_HOST_CALL;
  if (vm->released_count > 0) lb_drain(vm);
  int32_t count = vm->call(vm->context, L, member);
  vm->in_host--;
  if (count < 0) return lua_error(L);
  // Much may have been done in few instructions.
  if (vm->depth > 0 && (vm->budget_left <= 0 || is_wanted_to_stop(vm))) lb_charge(L, 0);
  return count;
}

static int call_member(lua_State *L) { return lb_enter(L, (int32_t)lua_tointeger(L, lua_upvalueindex(1))); }

void lb_pushfunction(lua_State *L, int32_t member) {
  lua_pushinteger(L, member);
  lua_pushcclosure(L, call_member, 1);
}

void lb_pushtraceback(lua_State *L) {
  lb_vm *vm = lb_get(L);
  if (lua_rawgeti(L, LUA_REGISTRYINDEX, vm->error_trace) != LUA_TSTRING) {
    lua_pop(L, 1);
    lua_pushliteral(L, "");
  }
  lua_pushboolean(L, 0);
  lua_rawseti(L, LUA_REGISTRYINDEX, vm->error_trace);
  lua_pushboolean(L, 0);
  lua_rawseti(L, LUA_REGISTRYINDEX, vm->error_value);
}

void lb_rethrow(lua_State *L) {
  lb_vm *vm = lb_get(L);
  lua_rawseti(L, LUA_REGISTRYINDEX, vm->error_trace);
  lua_pushvalue(L, -1);
  lua_rawseti(L, LUA_REGISTRYINDEX, vm->error_value);
}

void lb_where(lua_State *L, int32_t level) { luaL_where(L, level); }

bool lb_called_by_colon(lua_State *L) {
  lua_Debug call;
  return lua_getstack(L, 0, &call) && lua_getinfo(L, "n", &call) && strcmp(call.namewhat, "method") == 0;
}

int32_t lb_current_line(const lb_vm *vm) { return __atomic_load_n(&vm->line, __ATOMIC_RELAXED); }

uint64_t lb_call_epoch(const lb_vm *vm) { return __atomic_load_n(&vm->epoch, __ATOMIC_ACQUIRE); }

static int gettable(lua_State *L) {
  lua_gettable(L, 1);
  return 1;
}

// A read through metatables, in a protected call: [table, key] on top become the value or the error.
static bool protected_get(lua_State *L) {
  lua_pushcfunction(L, gettable);
  lua_insert(L, -3);
  lb_pushhandler(L);
  lua_insert(L, -4);
  return lb_pcall(L, 2, 1) == LB_OK;
}

bool lb_getfield(lua_State *L, int32_t index, const char *key) {
  lua_pushvalue(L, index);
  lua_pushstring(L, key);
  return protected_get(L);
}

static int settable(lua_State *L) {
  lua_settable(L, 1);
  return 0;
}

bool lb_settable(lua_State *L, int32_t index) {
  lua_pushvalue(L, index);
  lua_insert(L, -3);
  lua_pushcfunction(L, settable);
  lua_insert(L, -4);
  lb_pushhandler(L);
  lua_insert(L, -5);
  return lb_pcall(L, 3, 0) == LB_OK;
}

// Returns 1 with the function above the delegate, 0 with nothing, −1 with the error.
static int find_function(lua_State *L, int32_t name) {
  if (lua_type(L, -1) == LUA_TTABLE) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, name);
    if (lua_rawget(L, -2) != LUA_TNIL) return 1;
    lua_pop(L, 1);
    if (!lua_getmetatable(L, -1)) return 0;
    lua_pop(L, 1);
  } else if (lua_type(L, -1) != LUA_TUSERDATA) {
    return 0;
  } else {
    // A host object as a delegate: only a script's subclass has functions of its own.
    const lb_object *object = lua_touserdata(L, -1);
    if (!object->cls->script) return 0;
  }
  lua_pushvalue(L, -1);
  lua_rawgeti(L, LUA_REGISTRYINDEX, name);
  if (!protected_get(L)) return -1;
  if (!lua_isnil(L, -1)) return 1;
  lua_pop(L, 1);
  return 0;
}

int32_t lb_finddelegate(lua_State *L, int32_t name, int32_t alias) {
  int found = find_function(L, name);
  if (found == 0 && alias != 0) found = find_function(L, alias);
  if (found <= 0) {
    if (found < 0)
      lua_remove(L, -2);
    else
      lua_pop(L, 1);
    return found;
  }
  // [delegate, function] → [handler, function] or [handler, function, delegate]
  lua_pushvalue(L, -1);
  const char *first = lua_iscfunction(L, -1) || !lua_isfunction(L, -1) ? NULL : lua_getlocal(L, NULL, 1);
  lua_pop(L, 1);
  if (first != NULL && strcmp(first, "self") == 0) {
    lua_insert(L, -2);
    lb_pushhandler(L);
    lua_insert(L, -3);
    return 2;
  }
  lb_pushhandler(L);
  lua_replace(L, -3);
  return 1;
}

int32_t lb_begincall(lua_State *L, const void *owner, int32_t slot, int32_t name, int32_t alias) {
  lb_vm *vm = lb_get(L);
  int top = lua_gettop(L);
  lua_rawgeti(L, LUA_REGISTRYINDEX, vm->handler);
  lua_rawgeti(L, LUA_REGISTRYINDEX, vm->objects);
  if (lua_rawgetp(L, -1, owner) != LUA_TUSERDATA || lua_getiuservalue(L, -1, 1) != LUA_TTABLE) {
    lua_settop(L, top);
    return 0;
  }
  // The usual delegate is a plain table with a function of that name.
  if (lua_rawgeti(L, -1, slot) == LUA_TTABLE) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, name);
    if (lua_rawget(L, -2) == LUA_TFUNCTION) {
      // [handler, objects, owner, edges, delegate, function]
      const char *first = lua_iscfunction(L, -1) ? NULL : lua_getlocal(L, NULL, 1);
      lua_copy(L, -1, top + 2);
      if (first == NULL || strcmp(first, "self") != 0) {
        lua_settop(L, top + 2);
        return 1;
      }
      lua_copy(L, -2, top + 3);
      lua_settop(L, top + 3);
      return 2;
    }
    lua_pop(L, 1);
  }
  lua_copy(L, -1, top + 1);
  lua_settop(L, top + 1);
  return lb_finddelegate(L, name, alias);
}

// Looks through tables only. Leaves the stack as it was.
static int has_function(lua_State *L, int32_t name) {
  int top = lua_gettop(L), answer = 0;
  lua_pushvalue(L, -1);
  for (int depth = 0; depth < 100; depth++) {
    if (lua_type(L, -1) == LUA_TUSERDATA) {
      answer = ((lb_object *)lua_touserdata(L, -1))->cls->script ? -1 : 0;
      break;
    }
    if (lua_type(L, -1) != LUA_TTABLE) break;
    lua_rawgeti(L, LUA_REGISTRYINDEX, name);
    if (lua_rawget(L, -2) != LUA_TNIL) {
      answer = 1;
      break;
    }
    lua_pop(L, 1);
    if (!lua_getmetatable(L, -1)) break;
    lua_pushliteral(L, "__index");
    int type = lua_rawget(L, -2);
    if (type == LUA_TFUNCTION) {
      answer = -1;
      break;
    }
    lua_replace(L, top + 1);
    lua_settop(L, top + 1);
  }
  lua_settop(L, top);
  return answer;
}

int32_t lb_hasdelegate(lua_State *L, int32_t name, int32_t alias) {
  int answer = has_function(L, name);
  if (answer == 0 && alias != 0) answer = has_function(L, alias);
  lua_pop(L, 1);
  return answer;
}

bool lb_load(lua_State *L, const char *text, size_t length, const char *chunkname) {
  return luaL_loadbufferx(L, length > 0 ? text : "", length, chunkname, "t") == LUA_OK;
}

// MARK: Copies

static uint64_t split_mix(uint64_t *state) {
  // SplitMix64 (Steele, Lea, Flood 2014), the usual seeder of xoshiro.
  uint64_t z = (*state += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

void lb_seed(lb_copy *copy, uint64_t seed) {
  for (int i = 0; i < 4; i++) copy->random[i] = split_mix(&seed);
}

lb_copy *lb_copy_new(lb_vm *vm, int64_t memory_limit, uint64_t random_seed) {
  lb_copy *copy = calloc(1, sizeof *copy);
  if (copy == NULL) return no_memory(vm, sizeof *copy);
  if (vm->copies_count == vm->copies_room) {
    uint32_t room = vm->copies_room == 0 ? 16 : vm->copies_room * 2;
    lb_copy **grown = realloc(vm->copies, room * sizeof *grown);
    if (grown == NULL) return no_memory(vm, room * sizeof *grown);
    vm->copies = grown;
    vm->copies_room = room;
  }
  copy->number = vm->copies_count;
  copy->limit = memory_limit;
  lb_seed(copy, random_seed);
  vm->copies[vm->copies_count++] = copy;
  return copy;
}

lb_copy *lb_copy_enter(lb_vm *vm, lb_copy *copy) {
  lb_copy *before = vm->current;
  vm->current = copy != NULL ? copy : vm->copies[0];
  return before;
}

int64_t lb_copy_bytes(const lb_copy *copy) { return copy->bytes; }
int32_t lb_copy_trips(const lb_copy *copy) { return copy->trips; }

void lb_copy_charge(lb_vm *vm, lb_copy *copy, int64_t bytes) {
  charge(vm, copy, bytes);
}

void lb_copy_end(lb_vm *vm, lb_copy *copy) {
  lua_State *L = vm->L;
  if (copy->globals != 0) luaL_unref(L, LUA_REGISTRYINDEX, copy->globals);
  if (copy->held != 0) luaL_unref(L, LUA_REGISTRYINDEX, copy->held);
  if (copy->numbered != 0) luaL_unref(L, LUA_REGISTRYINDEX, copy->numbered);
  copy->globals = copy->held = copy->numbered = 0;
  lb_free_classes(vm, copy);
}

void lb_push_globals(lua_State *L, lb_copy *copy) {
  lb_vm *vm = lb_get(L);
  if (copy->globals != 0) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, copy->globals);
    return;
  }
  lua_createtable(L, 0, 4);
  lua_pushvalue(L, -1);
  lua_setfield(L, -2, "_G");
  lua_rawgeti(L, LUA_REGISTRYINDEX, vm->globals_meta);
  lua_setmetatable(L, -2);
  lua_pushvalue(L, -1);
  copy->globals = luaL_ref(L, LUA_REGISTRYINDEX);
}

void lb_set_globals(lua_State *L, lb_copy *copy) {
  // lua_setupvalue would change what earlier copies' functions see: the upvalue itself must be a fresh one.
  lb_vm *vm = lb_get(L);
  lua_rawgeti(L, LUA_REGISTRYINDEX, vm->environment);
  if (copy != NULL)
    lb_push_globals(L, copy);
  else
    lua_pushnil(L);
  if (lua_pcall(L, 1, 1, 0) == LUA_OK) lua_upvaluejoin(L, -2, 1, -1, 1);
  lua_pop(L, 1);
}

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

int64_t lb_identity(lua_State *L, int index) {
  lb_copy *copy = lb_get(L)->current;
  index = lua_absindex(L, index);
  // Objects that copies share have a number in each, so that none can tell what another has looked at.
  if (copy->numbered == 0) {
    lua_newtable(L);
    lua_createtable(L, 0, 1);
    lua_pushliteral(L, "k");
    lua_setfield(L, -2, "__mode");
    lua_setmetatable(L, -2);
    copy->numbered = luaL_ref(L, LUA_REGISTRYINDEX);
  }
  lua_rawgeti(L, LUA_REGISTRYINDEX, copy->numbered);
  lua_pushvalue(L, index);
  if (lua_rawget(L, -2) == LUA_TNIL) {
    lua_pop(L, 1);
    lua_pushvalue(L, index);
    lua_pushinteger(L, ++copy->identities);
    lua_rawset(L, -3);
    lua_pop(L, 1);
    return copy->identities;
  }
  int64_t number = lua_tointeger(L, -1);
  lua_pop(L, 2);
  return number;
}

// MARK: The machine

static int weak_table(lua_State *L, const char *mode) {
  lua_newtable(L);
  lua_createtable(L, 0, 1);
  lua_pushstring(L, mode);
  lua_setfield(L, -2, "__mode");
  lua_setmetatable(L, -2);
  return luaL_ref(L, LUA_REGISTRYINDEX);
}

static int open_machine(lua_State *L) {
  lb_vm *vm = lb_get(L);
  vm->objects = weak_table(L, "v");
  lua_pushcfunction(L, handle_error);
  vm->handler = luaL_ref(L, LUA_REGISTRYINDEX);
  // false, not nil: luaL_ref has no reference for nil
  lua_pushboolean(L, 0);
  vm->error_value = luaL_ref(L, LUA_REGISTRYINDEX);
  lua_pushboolean(L, 0);
  vm->error_trace = luaL_ref(L, LUA_REGISTRYINDEX);
  static const char maker[] = "return function(env) return function() return env end end";
  if (luaL_loadbufferx(L, maker, sizeof maker - 1, "=host", "t") != LUA_OK) return lua_error(L);
  lua_call(L, 0, 1);
  vm->environment = luaL_ref(L, LUA_REGISTRYINDEX);
  lb_open_objects(L);
  lb_open_sandbox(L);
  return 0;
}

lb_vm *lb_open(void *context, lb_call_fn call, lb_release_fn release, int64_t memory_limit) {
  lb_vm *vm = calloc(1, sizeof *vm);
  if (vm == NULL) return NULL;
  vm->context = context;
  vm->call = call;
  vm->release = release;
  vm->in_host = 1;
  vm->limit = memory_limit;
  vm->budget = vm->budget_left = 50000000;
  vm->current = lb_copy_new(vm, INT64_MAX, 0);
  vm->L = lua_newstate(allocate, vm);
  if (vm->L == NULL) {
    free(vm);
    return NULL;
  }
  *(lb_vm **)lua_getextraspace(vm->L) = vm;
  lua_atpanic(vm->L, panic);
  lua_pushcfunction(vm->L, open_machine);
  if (lua_pcall(vm->L, 0, 0, 0) != LUA_OK) return panic(vm->L), NULL;
  return vm;
}

void lb_close(lb_vm *vm) {
  lb_copy_enter(vm, NULL);
  lua_close(vm->L);
  lb_drain(vm);
  vm->L = NULL;
  lb_free_classes(vm, NULL);
  for (uint32_t i = 0; i < vm->copies_count; i++) free(vm->copies[i]);
  free(vm->copies);
  free(vm->released);
  free(vm->type_keys);
  free(vm->type_values);
  free(vm->structs);
  free(vm);
}

lua_State *lb_main(lb_vm *vm) { return vm->L; }
void *lb_context(lua_State *L) { return lb_get(L)->context; }
int64_t lb_bytes(const lb_vm *vm) { return vm->bytes; }
int64_t lb_live_objects(const lb_vm *vm) { return vm->live_objects; }

bool lb_over_limit(lua_State *L) {
  const lb_vm *vm = lb_get(L);
  return vm->bytes > vm->limit || vm->current->bytes > vm->current->limit;
}

void lb_set_chaos(lb_vm *vm, int64_t n) { vm->chaos = vm->chaos_left = n; }

void lb_collect(lb_vm *vm) {
  // Twice: the first finalizes, the second frees.
  lua_gc(vm->L, LUA_GCCOLLECT);
  lua_gc(vm->L, LUA_GCCOLLECT);
  lb_drain(vm);
}

void lb_drain(lb_vm *vm) {
  while (vm->released_count > 0) vm->release(vm->released[--vm->released_count]);
}
