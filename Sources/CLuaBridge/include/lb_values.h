/// Values: the stack, tables, references, globals, structs, sequences.
#pragma once

#include "lb_host.h"

#ifdef __cplusplus
extern "C" {
#endif

bool lb_checkstack(lua_State *L, int32_t slots);
int32_t lb_top(lua_State *L);
void lb_settop(lua_State *L, int32_t top);
void lb_pop(lua_State *L, int32_t count);
int32_t lb_absindex(lua_State *L, int32_t index);
void lb_pushvalue(lua_State *L, int32_t index);
void lb_insert(lua_State *L, int32_t index);
void lb_remove(lua_State *L, int32_t index);
void lb_replace(lua_State *L, int32_t index);
int32_t lb_type(lua_State *L, int32_t index);
/// A type's name for a message: a class's or struct's own name where there is one. Never NULL, valid while the value is on the stack.
const char *lb_typename(lua_State *L, int32_t index);

void lb_pushnil(lua_State *L);
void lb_pushboolean(lua_State *L, bool value);
void lb_pushnumber(lua_State *L, double value);
void lb_pushinteger(lua_State *L, int64_t value);
/// A double that is a whole number within ±2^53 becomes an integer, so that it prints without `.0`.
void lb_pushcount(lua_State *L, double value);
void lb_pushlstring(lua_State *L, const char *bytes, size_t length);
bool lb_toboolean(lua_State *L, int32_t index);
/// A number, and only a number: strings are not converted.
bool lb_tonumber(lua_State *L, int32_t index, double *value);
/// An integer or a float with an integral value.
bool lb_tointeger(lua_State *L, int32_t index, int64_t *value);
bool lb_isinteger(lua_State *L, int32_t index);
/// The bytes of a string, NULL for anything else; valid while the value is on the stack.
const char *lb_tolstring(lua_State *L, int32_t index, size_t *length);

void lb_newtable(lua_State *L, int32_t array, int32_t record);
/// Number of elements of a sequence.
int64_t lb_rawlen(lua_State *L, int32_t index);
int32_t lb_rawgeti(lua_State *L, int32_t index, int64_t key);
/// Pops the value.
void lb_rawseti(lua_State *L, int32_t index, int64_t key);
int32_t lb_rawgetfield(lua_State *L, int32_t index, const char *key);
/// Pops the value.
void lb_rawsetfield(lua_State *L, int32_t index, const char *key);
/// Replaces the key on top by its value.
int32_t lb_rawget(lua_State *L, int32_t index);
/// Pops value and key. False (and nothing stored) when the key is nil or NaN.
bool lb_rawset(lua_State *L, int32_t index);
/// Like Lua's next: pops a key, pushes key and value, false at the end.
bool lb_next(lua_State *L, int32_t index);

/// Pops a value and keeps it; give it back with `lb_unref`.
int32_t lb_ref(lua_State *L);
int32_t lb_pushref(lua_State *L, int32_t ref);
void lb_unref(lua_State *L, int32_t ref);

/// Adds the shared global `name`, popping its value.
void lb_setglobal(lb_vm *vm, const char *name);
/// Pushes the shared global `name` as it is, nil for none. Returns its type.
int32_t lb_getglobal(lua_State *L, const char *name);
/// Pushes a function that calls `member`.
void lb_pushfunction(lua_State *L, int32_t member);

/// Makes a kind of struct: number fields in order. Returns its number.
int32_t lb_struct_new(lb_vm *vm, const char *name, const char *const *fields, int32_t count);
/// Pushes a struct table with its metatable and no fields yet.
void lb_newstruct(lua_State *L, int32_t kind);
/// Pushes a struct of numbers only.
void lb_pushstruct(lua_State *L, int32_t kind, const double *values);
/// Pops a value into field `field` (from 0) of the struct on top below it.
void lb_setstructfield(lua_State *L, int32_t kind, int32_t field);
/// Reads elements `first`… of the sequence at `index`, structs of numbers only, one after the other into `values`;
/// returns how many there were before one that is no plain table of numbers.
int64_t lb_readstructs(lua_State *L, int32_t index, int32_t kind, int64_t first, int64_t count, double *values);
/// The opposite, into the sequence on top.
void lb_pushstructs(lua_State *L, int32_t kind, int64_t first, int64_t count, const double *values);
/// Publishes the struct's callable global; calling it calls `member`.
void lb_struct_publish(lb_vm *vm, int32_t kind, int32_t member);

/// Pushes an empty sequence that also answers `:count()`, `:objectAtIndex(i)` and `:anyObject()`.
void lb_newsequence(lua_State *L, int32_t count);
/// Whether the table at `index` was made by `lb_newsequence`.
bool lb_issequence(lua_State *L, int32_t index);
/// Pops a table and pushes a proxy that reads from it and refuses writes.
/// `what` names it in messages: `module 'geoscript'`.
void lb_readonly(lua_State *L, const char *what);
/// As `lb_readonly`, for a table of words: a missing name is nil.
void lb_freeze(lua_State *L, const char *what);
/// Pushes the table that the proxy at `index` reads from; pushes nothing and returns false for anything else.
bool lb_pushreal(lua_State *L, int32_t index);

#ifdef __cplusplus
}
#endif
