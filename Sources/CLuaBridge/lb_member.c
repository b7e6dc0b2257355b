// Members of instances: reading and assigning fields.
#include <string.h>

#include "lb_internal.h"

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

bool lb_describes_itself(lua_State *L, int32_t index) {
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
