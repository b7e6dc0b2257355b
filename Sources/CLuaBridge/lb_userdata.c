// Userdata: the table of those that stand for an object, and their attached values.
#include "lb_internal.h"

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

void lb_pushedges(lua_State *L, int32_t index) {
  if (lua_getiuservalue(L, index, 1) == LUA_TTABLE) return;
  lua_pop(L, 1);
  lua_newtable(L);
  lua_pushvalue(L, -1);
  lua_setiuservalue(L, index, 1);
}
