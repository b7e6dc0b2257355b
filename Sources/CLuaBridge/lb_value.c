// Plain values, tables and references: Swift's operations on the stack.
#include <math.h>
#include <string.h>

#include "lb_internal.h"

bool lb_checkstack(lua_State *L, int32_t slots) { return lua_checkstack(L, slots); }
int32_t lb_top(lua_State *L) { return lua_gettop(L); }
void lb_settop(lua_State *L, int32_t top) { lua_settop(L, top); }
void lb_pop(lua_State *L, int32_t count) { lua_pop(L, count); }
int32_t lb_absindex(lua_State *L, int32_t index) { return lua_absindex(L, index); }
void lb_pushvalue(lua_State *L, int32_t index) { lua_pushvalue(L, index); }
void lb_insert(lua_State *L, int32_t index) { lua_insert(L, index); }
void lb_remove(lua_State *L, int32_t index) { lua_remove(L, index); }
void lb_replace(lua_State *L, int32_t index) { lua_replace(L, index); }
int32_t lb_type(lua_State *L, int32_t index) { return lua_type(L, index); }

const char *lb_typename(lua_State *L, int32_t index) {
  int type = lua_type(L, index);
  if (type == LUA_TUSERDATA) return ((lb_object *)lua_touserdata(L, index))->cls->name;
  if (type == LUA_TTABLE && lua_getmetatable(L, index)) {
    lua_pushliteral(L, "__name");
    lua_rawget(L, -2);
    bool is_name = lua_type(L, -1) == LUA_TSTRING && lua_rawlen(L, -1) <= LB_LONGEST_NAME;
    const char *name = is_name ? lua_tostring(L, -1) : NULL;
    lua_pop(L, 2);
    // The metatable keeps the string alive while the value is on the stack.
    if (name != NULL) return name;
  }
  return lua_typename(L, type);
}

void lb_pushnil(lua_State *L) { lua_pushnil(L); }
void lb_pushboolean(lua_State *L, bool value) { lua_pushboolean(L, value); }
void lb_pushnumber(lua_State *L, double value) { lua_pushnumber(L, value); }
void lb_pushinteger(lua_State *L, int64_t value) { lua_pushinteger(L, value); }

void lb_pushcount(lua_State *L, double value) {
  if (value == floor(value) && fabs(value) <= 9007199254740992.0)
    lua_pushinteger(L, (int64_t)value);
  else
    lua_pushnumber(L, value);
}

void lb_pushlstring(lua_State *L, const char *bytes, size_t length) { lua_pushlstring(L, length > 0 ? bytes : "", length); }
bool lb_toboolean(lua_State *L, int32_t index) { return lua_toboolean(L, index); }

bool lb_tonumber(lua_State *L, int32_t index, double *value) {
  if (lua_type(L, index) != LUA_TNUMBER) return false;
  *value = lua_tonumber(L, index);
  return true;
}

bool lb_tointeger(lua_State *L, int32_t index, int64_t *value) {
  if (lua_type(L, index) != LUA_TNUMBER) return false;
  int is_integer;
  *value = lua_tointegerx(L, index, &is_integer);
  return is_integer;
}

bool lb_isinteger(lua_State *L, int32_t index) { return lua_isinteger(L, index); }

const char *lb_tolstring(lua_State *L, int32_t index, size_t *length) {
  if (lua_type(L, index) != LUA_TSTRING) return NULL;
  return lua_tolstring(L, index, length);
}

void lb_newtable(lua_State *L, int32_t array, int32_t record) { lua_createtable(L, array, record); }
int64_t lb_rawlen(lua_State *L, int32_t index) { return (int64_t)lua_rawlen(L, index); }
int32_t lb_rawgeti(lua_State *L, int32_t index, int64_t key) { return lua_rawgeti(L, index, key); }
void lb_rawseti(lua_State *L, int32_t index, int64_t key) { lua_rawseti(L, index, key); }

int32_t lb_rawgetfield(lua_State *L, int32_t index, const char *key) {
  index = lua_absindex(L, index);
  lua_pushstring(L, key);
  return lua_rawget(L, index);
}

void lb_rawsetfield(lua_State *L, int32_t index, const char *key) {
  index = lua_absindex(L, index);
  lua_pushstring(L, key);
  lua_insert(L, -2);
  lua_rawset(L, index);
}

int32_t lb_rawget(lua_State *L, int32_t index) { return lua_rawget(L, index); }

bool lb_rawset(lua_State *L, int32_t index) {
  if (lua_isnil(L, -2) || (lua_type(L, -2) == LUA_TNUMBER && isnan(lua_tonumber(L, -2)))) {
    lua_pop(L, 2);
    return false;
  }
  lua_rawset(L, index);
  return true;
}

bool lb_next(lua_State *L, int32_t index) { return lua_next(L, index); }

int32_t lb_ref(lua_State *L) {
  lb_vm *vm = lb_get(L);
  lb_copy *running = lb_begin_shared(vm);
  int32_t ref = luaL_ref(L, LUA_REGISTRYINDEX);
  lb_end_shared(vm, running);
  return ref;
}

int32_t lb_pushref(lua_State *L, int32_t ref) { return lua_rawgeti(L, LUA_REGISTRYINDEX, ref); }
void lb_unref(lua_State *L, int32_t ref) { luaL_unref(L, LUA_REGISTRYINDEX, ref); }

void lb_setglobal(lb_vm *vm, const char *name) {
  lua_State *L = vm->L;
  lua_rawgeti(L, LUA_REGISTRYINDEX, vm->shared);
  lua_insert(L, -2);
  lb_rawsetfield(L, -2, name);
  lua_pop(L, 1);
}

int32_t lb_getglobal(lua_State *L, const char *name) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, lb_get(L)->shared);
  lua_pushstring(L, name);
  int type = lua_rawget(L, -2);
  lua_remove(L, -2);
  return type;
}

static int call_member(lua_State *L) { return lb_enter(L, (int32_t)lua_tointeger(L, lua_upvalueindex(1))); }

void lb_pushfunction(lua_State *L, int32_t member) {
  lua_pushinteger(L, member);
  lua_pushcclosure(L, call_member, 1);
}
