// Script values that stand for host objects: their fields and change notifications.
#include <string.h>

#include "lb_class.h"

const void *lb_topointer(lua_State *L, int32_t index) { return lua_topointer(L, index); }

void lb_observe(lua_State *L, int32_t index, bool observed) {
  if (lua_type(L, index) == LUA_TUSERDATA) ((lb_object *)lua_touserdata(L, index))->observed = observed;
}

// `object:didChangeValueForKey(key)`, and `Class:didChangeValueForKey(object, key)` for any value. upvalue: member
static int call_change(lua_State *L) {
  const char *name = lua_tostring(L, lua_upvalueindex(2));
  if (lb_toclass(L, 1) != NULL) lua_remove(L, 1);
  int type = lua_type(L, 1);
  if (type != LUA_TTABLE && type != LUA_TUSERDATA)
    return luaL_error(L, "call '%s' on an object, object:%s(key), or pass an object (got %s)", name, name,
                      lua_isnone(L, 1) ? "no value" : lb_typename(L, 1));
  if (lua_type(L, 2) != LUA_TSTRING)
    return luaL_error(L, "bad argument #1 to '%s' (string expected, got %s)", name,
                      lua_isnone(L, 2) ? "no value" : lb_typename(L, 2));
  if (!lua_toboolean(L, lua_upvalueindex(1))) return 0;
  lua_settop(L, 2);
  return lb_enter(L, LB_MEMBER_DID_CHANGE);
}

void lb_class_change(lb_class *cls, const char *name, bool tells) {
  lua_State *L = cls->vm->L;
  lua_pushboolean(L, tells);
  lua_pushstring(L, name);
  lua_pushcclosure(L, call_change, 2);
  lb_class_set(cls, name);
}

// MARK: Tables that stand for objects

// upvalue: members
static int table_index(lua_State *L) {
  lua_settop(L, 2);
  // Fields are the script's own; a name that neither the table nor the class has is nil.
  if (lua_rawget(L, lua_upvalueindex(1)) == LUA_TFUNCTION) return 1;
  lua_pushnil(L);
  return 1;
}

void lb_conform(lua_State *L, int32_t index, lb_class *cls) {
  index = lua_absindex(L, index);
  if (lua_getmetatable(L, index)) {
    lua_pop(L, 1);
    return;
  }
  if (cls->table_meta == 0) {
    lua_createtable(L, 0, 3);
    lua_pushlightuserdata(L, cls);
    lua_rawsetp(L, -2, &lb_key_table_class);
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_rawgeti(L, LUA_REGISTRYINDEX, cls->members);
    lua_pushcclosure(L, table_index, 1);
    lua_setfield(L, -2, "__index");
    cls->table_meta = luaL_ref(L, LUA_REGISTRYINDEX);
  }
  lua_rawgeti(L, LUA_REGISTRYINDEX, cls->table_meta);
  lua_setmetatable(L, index);
}
