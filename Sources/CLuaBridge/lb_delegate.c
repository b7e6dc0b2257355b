// Finding the function of a delegate.
#include <string.h>

#include "lb_internal.h"

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
  if (!lb_protected_get(L)) return -1;
  if (!lua_isnil(L, -1)) return 1;
  lua_pop(L, 1);
  return 0;
}

// Whether the first parameter of the function on top is `self`: then it is called as a method of the delegate.
// For anything but a Lua function, lua_getlocal returns NULL.
static bool takes_self(lua_State *L) {
  const char *first = lua_getlocal(L, NULL, 1);
  return first != NULL && first[0] == 's' && strcmp(first, "self") == 0;
}

// Whether the value on top can be called.
static bool is_callable(lua_State *L) {
  if (lua_isfunction(L, -1)) return true;
  if (luaL_getmetafield(L, -1, "__call") == LUA_TNIL) return false;
  lua_pop(L, 1);
  return true;
}

// Replaces the value on top, which is no function, by an error that names it; returns −1.
static int refuse_value(lua_State *L, int32_t name) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, name);
  lua_pushfstring(L, "'%s' of a delegate must be a function, got a %s", lua_tostring(L, -1), luaL_typename(L, -2));
  lua_replace(L, -3);
  lua_pop(L, 1);
  return -1;
}

int32_t lb_finddelegate(lua_State *L, int32_t name, int32_t alias) {
  int found = find_function(L, name);
  if (found == 0 && alias != 0) found = find_function(L, name = alias);
  if (found > 0 && !is_callable(L)) found = refuse_value(L, name);
  if (found <= 0) {
    if (found < 0)
      lua_remove(L, -2);
    else
      lua_pop(L, 1);
    return found;
  }
  // [delegate, function] → [handler, function] or [handler, function, delegate]
  if (takes_self(L)) {
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
  lua_pushcfunction(L, lb_handle_error);
  lua_rawgeti(L, LUA_REGISTRYINDEX, vm->objects);
  // No place has the number 0.
  if (lua_rawgeti(L, -1, lb_number(vm, owner)) != LUA_TUSERDATA) {
    lua_settop(L, top + 2);
    if (!lb_await_object(L, owner)) {
      lua_settop(L, top);
      return 0;
    }
  }
  if (lua_getiuservalue(L, -1, 1) != LUA_TTABLE) {
    lua_settop(L, top);
    return 0;
  }
  // The usual delegate is a plain table with a function of that name.
  if (lua_rawgeti(L, -1, slot) == LUA_TTABLE) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, name);
    if (lua_rawget(L, -2) == LUA_TFUNCTION) {
      // [handler, objects, owner, edges, delegate, function]
      bool is_method = takes_self(L);
      lua_copy(L, -1, top + 2);
      if (!is_method) {
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

// Whether there is room for a delegate's call above `top`. What was once made at the stack's base stays.
static bool has_room(lua_State *L, lb_vm *vm, int top) {
  if (top + LUA_MINSTACK <= vm->base_room) return true;
  if (!lua_checkstack(L, LUA_MINSTACK)) return false;
  vm->base_room = top + LUA_MINSTACK;
  return true;
}

// Pushes [owner, edges, delegate, function] above `top`; false, with some of them pushed, where the delegate is not a
// plain table with a function of that name.
static bool push_usual(lua_State *L, lb_vm *vm, int top, const void *owner, int32_t slot, int32_t name) {
  // No place has the number 0.
  if (!has_room(L, vm, top) || lua_rawgeti(L, LB_AT_OBJECTS, lb_number(vm, owner)) != LUA_TUSERDATA) return false;
  if (lua_getiuservalue(L, top + 1, 1) != LUA_TTABLE) return false;
  if (lua_rawgeti(L, top + 2, slot) != LUA_TTABLE) return false;
  lua_rawgeti(L, LUA_REGISTRYINDEX, name);
  return lua_rawget(L, top + 3) == LUA_TFUNCTION;
}

int32_t lb_callusual(lua_State *L, const void *owner, int32_t slot, int32_t name, const void *second) {
  lb_vm *vm = lb_get(L);
  uint32_t number = lb_number(vm, second);
  if (vm->depth != 0 || number == 0) return LB_UNUSUAL;
  int top = lua_gettop(L), count = 2;
  bool is_usual = push_usual(L, vm, top, owner, slot, name);
  if (is_usual && takes_self(L)) {
    lua_pushvalue(L, top + 3);
    count = 3;
  }
  if (is_usual) lua_pushvalue(L, top + 1);
  if (!is_usual || lua_rawgeti(L, LB_AT_OBJECTS, number) != LUA_TUSERDATA) {
    lua_settop(L, top);
    return LB_UNUSUAL;
  }
  int32_t result = lb_run(L, top + 4, count, 0, LB_AT_HANDLER);
  if (result != LB_OK) lua_copy(L, top + 4, top + 1);
  lua_settop(L, result == LB_OK ? top : top + 1);
  return result;
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

int32_t lb_implements(lua_State *L, const void *owner, int32_t slot, int32_t name, int32_t alias) {
  lb_vm *vm = lb_get(L);
  int top = lua_gettop(L), answer = vm->depth == 0 && push_usual(L, vm, top, owner, slot, name);
  if (!answer) {
    lua_settop(L, top);
    if (!lua_checkstack(L, LUA_MINSTACK) || !lb_pushobject(L, owner)) return 0;
    lb_getedge(L, -1, slot);
    answer = has_function(L, name);
    if (answer == 0 && alias != 0) answer = has_function(L, alias);
  }
  lua_settop(L, top);
  return answer;
}
