// Structs as plain tables.
#include <stdlib.h>
#include <string.h>

#include "lb_internal.h"

// `point.lattitude`: a struct has just its fields.
static int struct_missing(lua_State *L) {
  lua_settop(L, 2);
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  return lb_enter(L, LB_MEMBER_MISSING_FIELD);
}

static int struct_equal(lua_State *L) {
  const lb_struct *kind = &lb_get(L)->structs[lua_tointeger(L, lua_upvalueindex(1))];
  bool equal = lua_istable(L, 1) && lua_istable(L, 2);
  for (int32_t i = 0; equal && i < kind->count; i++) {
    lua_settop(L, 2);
    lua_rawgeti(L, LUA_REGISTRYINDEX, kind->fields[i]);
    lua_pushvalue(L, -1);
    lua_rawget(L, 1);
    lua_insert(L, -2);
    lua_rawget(L, 2);
    equal = lua_compare(L, -1, -2, LUA_OPEQ);
  }
  lua_pushboolean(L, equal);
  return 1;
}

static int struct_describe(lua_State *L) {
  const lb_struct *kind = &lb_get(L)->structs[lua_tointeger(L, lua_upvalueindex(1))];
  luaL_Buffer text;
  luaL_buffinit(L, &text);
  luaL_addstring(&text, kind->name);
  luaL_addchar(&text, '(');
  for (int32_t i = 0; i < kind->count; i++) {
    if (i > 0) luaL_addstring(&text, ", ");
    lua_rawgeti(L, LUA_REGISTRYINDEX, kind->fields[i]);
    lua_rawget(L, 1);
    luaL_tolstring(L, -1, NULL);
    lua_remove(L, -2);
    luaL_addvalue(&text);
  }
  luaL_addchar(&text, ')');
  luaL_pushresult(&text);
  return 1;
}

int32_t lb_struct_new(lb_vm *vm, const char *name, const char *const *fields, int32_t count) {
  lua_State *L = vm->L;
  if (count > 8) return -1;
  if (vm->structs_count == vm->structs_room) {
    int32_t room = vm->structs_room == 0 ? 8 : vm->structs_room * 2;
    lb_struct *grown = realloc(vm->structs, (size_t)room * sizeof *grown);
    if (grown == NULL) return -1;
    vm->structs = grown;
    vm->structs_room = room;
  }
  int32_t number = vm->structs_count++;
  lb_struct *kind = &vm->structs[number];
  memset(kind, 0, sizeof *kind);
  strncpy(kind->name, name, sizeof kind->name - 1);
  kind->count = count;
  for (int32_t i = 0; i < count; i++) {
    lua_pushstring(L, fields[i]);
    kind->fields[i] = luaL_ref(L, LUA_REGISTRYINDEX);
  }
  lua_createtable(L, 0, 6);
  lua_pushstring(L, name);
  lua_setfield(L, -2, "__name");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_pushstring(L, name);
  lua_pushcclosure(L, struct_missing, 1);
  lua_setfield(L, -2, "__index");
  lua_pushinteger(L, number);
  lua_pushcclosure(L, struct_equal, 1);
  lua_setfield(L, -2, "__eq");
  lua_pushinteger(L, number);
  lua_pushcclosure(L, struct_describe, 1);
  lua_setfield(L, -2, "__tostring");
  kind->metatable = luaL_ref(L, LUA_REGISTRYINDEX);
  return number;
}

void lb_newstruct(lua_State *L, int32_t number) {
  const lb_struct *kind = &lb_get(L)->structs[number];
  lua_createtable(L, 0, kind->count);
  lua_rawgeti(L, LUA_REGISTRYINDEX, kind->metatable);
  lua_setmetatable(L, -2);
}

void lb_pushstruct(lua_State *L, int32_t number, const double *values) {
  const lb_struct *kind = &lb_get(L)->structs[number];
  lua_createtable(L, 0, kind->count);
  for (int32_t i = 0; i < kind->count; i++) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, kind->fields[i]);
    lua_pushnumber(L, values[i]);
    lua_rawset(L, -3);
  }
  lua_rawgeti(L, LUA_REGISTRYINDEX, kind->metatable);
  lua_setmetatable(L, -2);
}

int64_t lb_readstructs(lua_State *L, int32_t index, int32_t number, int64_t first, int64_t count, double *values) {
  const lb_struct *kind = &lb_get(L)->structs[number];
  index = lua_absindex(L, index);
  int keys = lua_gettop(L) + 1;
  if (!lua_checkstack(L, kind->count + 2)) return 0;
  for (int32_t i = 0; i < kind->count; i++) lua_rawgeti(L, LUA_REGISTRYINDEX, kind->fields[i]);
  int64_t read = 0;
  for (; read < count; read++) {
    if (lua_rawgeti(L, index, first + read) != LUA_TTABLE) break;
    int32_t i = 0;
    for (; i < kind->count; i++) {
      lua_pushvalue(L, keys + i);
      if (lua_rawget(L, -2) != LUA_TNUMBER) break;
      double value = lua_tonumber(L, -1);
      if (value != value) break;
      *values++ = value;
      lua_pop(L, 1);
    }
    if (i < kind->count) break;
    lua_pop(L, 1);
  }
  lua_settop(L, keys - 1);
  return read;
}

void lb_pushstructs(lua_State *L, int32_t number, int64_t first, int64_t count, const double *values) {
  const lb_struct *kind = &lb_get(L)->structs[number];
  int sequence = lua_gettop(L), keys = sequence + 2;
  if (!lua_checkstack(L, kind->count + 5)) return;
  lua_rawgeti(L, LUA_REGISTRYINDEX, kind->metatable);
  for (int32_t i = 0; i < kind->count; i++) lua_rawgeti(L, LUA_REGISTRYINDEX, kind->fields[i]);
  for (int64_t element = 0; element < count; element++) {
    lua_createtable(L, 0, kind->count);
    for (int32_t i = 0; i < kind->count; i++) {
      lua_pushvalue(L, keys + i);
      lua_pushnumber(L, *values++);
      lua_rawset(L, -3);
    }
    lua_pushvalue(L, keys - 1);
    lua_setmetatable(L, -2);
    lua_rawseti(L, sequence, first + element);
  }
  lua_settop(L, sequence);
}

void lb_setstructfield(lua_State *L, int32_t number, int32_t field) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, lb_get(L)->structs[number].fields[field]);
  lua_insert(L, -2);
  lua_rawset(L, -3);
}

// upvalue: member
static int call_struct(lua_State *L) {
  lua_remove(L, 1);
  return lb_enter(L, (int32_t)lua_tointeger(L, lua_upvalueindex(1)));
}

void lb_struct_publish(lb_vm *vm, int32_t number, int32_t member) {
  lua_State *L = vm->L;
  const char *name = vm->structs[number].name;
  lua_newtable(L);
  lb_readonly(L, name);
  lua_getmetatable(L, -1);
  lua_pushinteger(L, member);
  lua_pushcclosure(L, call_struct, 1);
  lua_setfield(L, -2, "__call");
  lua_pop(L, 1);
  lb_setglobal(vm, name);
}
