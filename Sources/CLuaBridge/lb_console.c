// What a person types into a console: calls apart from the script's, and reads that run none of its code.
#include "lb_class.h"

// [function]: its results.
static int run_apart(lua_State *L) {
  lb_vm *vm = lb_get(L);
  lua_State *thread = lua_newthread(L);
  lua_pushvalue(L, 1);
  lua_xmove(L, thread, 1);
  lb_restart_count(thread);
  lua_State *before = vm->task, *coroutine = vm->coroutine;
  vm->task = NULL;
  vm->coroutine = thread;
  int count;
  int status = lua_resume(thread, L, 0, &count);
  vm->task = before;
  vm->coroutine = coroutine;
  if (status == LUA_OK) {
    luaL_checkstack(L, count, "too many results");
    lua_xmove(thread, L, count);
    return count;
  }
  if (status == LUA_YIELD) return luaL_error(L, "attempt to yield from outside a coroutine");
  lua_xmove(thread, L, 1);
  if (status == LUA_ERRMEM) lb_run_out(L);
  lb_note_error(L, thread, 0);
  // Closing the variables of one that was stopped would start something new.
  if (lb_is_tripped(L))
    lb_drop(thread);
  else
    lua_resetthread(thread);
  return lua_error(L);
}

// Calls `body` with the `count` values on top; what a person types counts as no callback of the script.
static int32_t call(lua_State *L, lua_CFunction body, int32_t count) {
  lb_pushhandler(L);
  lua_pushcfunction(L, body);
  lua_rotate(L, -(count + 2), 2);
  int32_t trips = lb_get(L)->current->trips;
  int32_t status = lb_pcall(L, count, LUA_MULTRET);
  lb_get(L)->current->trips = trips;
  return status;
}

int32_t lb_call_apart(lua_State *L) { return call(L, run_apart, 1); }

// Whether the metatable on top is the host's own, which a script can neither make nor change.
static bool is_of_host(lua_State *L) {
  bool known = lua_rawgetp(L, -1, &lb_key_real) != LUA_TNIL;
  known |= lua_rawgetp(L, -2, &lb_key_table_class) != LUA_TNIL;
  lua_rawgeti(L, LUA_REGISTRYINDEX, lb_get(L)->globals_meta);
  known |= lua_rawequal(L, -1, -4);
  lua_pop(L, 3);
  return known;
}

// [value, key]: the field.
static int look(lua_State *L) {
  for (int links = 0; links < 100; links++) {
    lua_settop(L, 2);
    if (lua_type(L, 1) == LUA_TTABLE) {
      lua_pushvalue(L, 2);
      if (lua_rawget(L, 1) != LUA_TNIL || !lua_getmetatable(L, 1)) return 1;
      if (!is_of_host(L)) {
        lua_pushliteral(L, "__index");
        int kind = lua_rawget(L, 4);
        if (kind == LUA_TNIL) return 1;
        if (kind == LUA_TFUNCTION) return luaL_error(L, "this field is computed by a function (__index)");
        lua_replace(L, 1);
        continue;
      }
    } else if (lua_type(L, 1) != LUA_TUSERDATA) {
      return luaL_error(L, "attempt to index a %s value", luaL_typename(L, 1));
    }
    lua_settop(L, 2);
    lua_gettable(L, 1);
    return 1;
  }
  return luaL_error(L, "too many tables behind one another (__index)");
}

int32_t lb_look(lua_State *L) { return call(L, look, 2); }
