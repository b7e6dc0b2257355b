/// Declarations shared by the files about classes.
#pragma once

#include "lb_internal.h"

/// A new table, as a registry reference.
int lb_new_table(lua_State *L);
/// Pushes field `name` of the table behind a reference.
int lb_get_in(lua_State *L, int ref, const char *name);
/// Pops a value into field `name` of the table behind a reference.
void lb_set_in(lua_State *L, int ref, const char *name);
/// Copies the fields that the table behind `from` has and the one behind `to` lacks.
void lb_inherit(lua_State *L, int from, int to);

/// The keys, in metatables, of the lb_class behind a class value, and of that which a table stands for an instance of.
extern const char lb_key_class, lb_key_table_class;

/// A class without members; NULL if it has too many ancestors, or without memory.
lb_class *lb_make_class(lb_vm *vm, const char *name, lb_class *base, int64_t swift_bytes);
/// Pops a function that becomes both the method and the class function `name`.
void lb_class_set(lb_class *cls, const char *name);
/// Makes `new` and `is`.
void lb_add_class_functions(lua_State *L, lb_class *cls);
/// Makes the class value.
void lb_make_value(lua_State *L, lb_class *cls);
/// `x:isKindOfClass(Class)`.
int lb_call_kind(lua_State *L);
/// Makes what all classes have, the metatable of instances and the class value.
void lb_finish_class(lua_State *L, lb_class *cls);
/// Stores the value at index 3 in the methods on top under every name that its slot has: a caller may use any of them.
void lb_set_overriding(lua_State *L, lb_class *cls, lua_Integer slot);
/// Notes that the script class has a method of the overridable name, or no longer; so have those below it.
void lb_refresh_override(lua_State *L, lb_class *cls, const char *name, int slot);
