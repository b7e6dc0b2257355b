/// Objects and classes: userdata, how long they last, what hangs on them, and what they answer.
#pragma once

#include "lb_host.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Makes the collector do some of its smallest steps. For tests.
void lb_step(lb_vm *vm, int32_t steps);
/// Runs a full collection and releases what it found.
void lb_collect(lb_vm *vm);
/// Collects garbage during a call, for a host that is short of memory.
void lb_make_room(lua_State *L);

/// Makes a class. A script cannot make one without an initializer (`creator` < 0).
lb_class *lb_class_new(lb_vm *vm, const char *name, lb_class *base, int64_t swift_bytes);
const char *lb_class_name(const lb_class *cls);
/// The host class that a script class descends from, or the class itself.
lb_class *lb_class_host(const lb_class *cls);
bool lb_class_is(const lb_class *cls, const lb_class *ancestor);
void lb_class_method(lb_class *cls, const char *name, int32_t member);
/// `setter` < 0: read-only.
void lb_class_property(lb_class *cls, const char *name, int32_t getter, int32_t setter);
void lb_class_function(lb_class *cls, const char *name, int32_t member);
/// A further name for a member or class function that exists.
void lb_class_alias(lb_class *cls, const char *alias, const char *name);
/// The members behind `Class(…)` and `Class.new{…}`, called without the class argument.
void lb_class_creator(lb_class *cls, int32_t positional, int32_t named);
/// The same for instances of script classes: they get the unborn instance first and call `lb_adopt`.
void lb_class_adopter(lb_class *cls, int32_t positional, int32_t named);
/// What a table of named values has: fields for setters, others without a place, and a bit for each argument.
typedef struct lb_named {
  int32_t setters, others;
  uint64_t arguments;
} lb_named;
/// Makes room for the places of `count` names, which `lb_class_place` then gives in order, counted from 1. Names have
/// at most 40 bytes: longer strings are no addresses in Lua.
void lb_class_expect(lb_class *cls, uint32_t count);
void lb_class_place(lb_class *cls, const char *name);
/// Replaces what is above the table at `table` by a value for each place: that of the table, or nil. The first `setters`
/// places are those of setters, the others those of arguments. False, with nothing done, if there is no room on the
/// stack.
bool lb_spread(lua_State *L, int32_t table, const lb_class *cls, int32_t setters, lb_named *found);
/// Whether a Swift object has more than one reference.
bool lb_is_shared(void *ref);
/// Answers an operator such as `__lt`, `__sub` or `__tostring` by `member`.
void lb_class_operator(lb_class *cls, const char *event, int32_t member);
/// Declares that the host knows owners of the class's objects.
void lb_class_set_owned(lb_class *cls);
/// Lets scripts subclass the class.
void lb_class_set_open(lb_class *cls);
/// Lets `Class.new(…)` take values in order, as `Class(…)` does.
void lb_class_set_plain_new(lb_class *cls);
/// Pops the value of a class, which is then reached through `cls` under a name, too.
void lb_class_nest(lb_class *cls, const char *name);
/// Numbers an overridable method, 0…63.
void lb_class_overridable(lb_class *cls, const char *name, int32_t slot);
/// Flattens base members.
void lb_class_finish(lb_class *cls);
/// Publishes the class as a global under a name.
void lb_class_publish(lb_class *cls, const char *name);

/// The class that a class value on the stack stands for, else NULL.
lb_class *lb_toclass(lua_State *L, int32_t index);
/// Gives a table without a metatable the one by which it answers the methods of `cls`.
void lb_conform(lua_State *L, int32_t index, lb_class *cls);
/// The class that `lb_conform` gave the table at `index`, else NULL.
lb_class *lb_table_class(lua_State *L, int32_t index);

/// Pushes the userdata that stands for `object`, if there is one.
bool lb_pushobject(lua_State *L, const void *object);
/// Whether a userdata stands for `object`.
bool lb_hasobject(lua_State *L, const void *object);
/// Pushes a new userdata that takes over one reference to `object`; `bytes` are charged beside those of its class.
void lb_newobject(lua_State *L, lb_class *cls, void *object, int64_t bytes);
/// The object of class `cls` or below at `index`, else NULL (also for one used after its call).
void *lb_toobject(lua_State *L, int32_t index, const lb_class *cls);
/// The object at index 1 of a getter's or setter's call, whose class is known to be right; NULL when expired or unborn.
void *lb_self(lua_State *L);
/// Any object at `index` with its class; `expired` tells one used after its call.
void *lb_anyobject(lua_State *L, int32_t index, lb_class **cls, bool *expired);
/// Ends a scoped object: later use is an error.
void lb_expire(lua_State *L, int32_t index);
/// An instance of a script class whose initializer has not run yet.
bool lb_isunborn(lua_State *L, int32_t index);
/// Gives an unborn instance its object, taking over one reference.
void lb_adopt(lua_State *L, int32_t index, void *object);
/// Pushes edge `slot` (1…) of the object at `index`: a value that lives as long as the object.
int32_t lb_getedge(lua_State *L, int32_t index, int32_t slot);
/// Pops a value into edge `slot`.
void lb_setedge(lua_State *L, int32_t index, int32_t slot);
/// Has the object at `index` keep the table or object at `value`, beside the edges with a slot.
void lb_addedge(lua_State *L, int32_t index, int32_t value);
/// Pushes what `lb_addedge` gave an object, by the addresses of both; false with nothing pushed when it is gone.
bool lb_pushedge(lua_State *L, const void *owner, const void *value);
/// Takes it away again.
void lb_removeedge(lua_State *L, const void *owner, const void *value);
/// Keeps the object's userdata for the running copy until `lb_letgo`; false when there is none.
bool lb_hold(lua_State *L, const void *object);
void lb_letgo(lua_State *L, const void *object);
/// Whether the script class of the object at `index` overrides `slot`.
bool lb_overrides(const lb_class *cls, int32_t slot);
/// Pushes the override.
void lb_pushoverride(lua_State *L, const lb_class *cls, int32_t slot);

/// The identity of the table or object at `index` among all those alive.
const void *lb_topointer(lua_State *L, int32_t index);
/// The place of a table, function, thread or userdata among all that its copy has made: the same in every run.
int64_t lb_birth(lua_State *L, int32_t index);
/// Whether the object at `index` has a description besides its class and number.
bool lb_describes_itself(lua_State *L, int32_t index);
/// Notifies the host when the script stores a field of the object at `index`; other values are not affected.
void lb_observe(lua_State *L, int32_t index, bool observed);
/// The class of the object at `index`, or the one that a table stands for; NULL for anything else.
lb_class *lb_kind(lua_State *L, int32_t index);
/// Adds `object:name(key)` and `Class:name(object, key)`, by which scripts announce changes.
void lb_class_change(lb_class *cls, const char *name, bool tells);
/// Pushes the userdata of two objects; false with nothing pushed unless both have one.
bool lb_pushobjects(lua_State *L, const void *first, const void *second);

#ifdef __cplusplus
}
#endif
