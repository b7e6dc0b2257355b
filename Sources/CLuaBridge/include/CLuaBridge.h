/// The only interface between Lua 5.4 and Swift.
///
/// Lua raises errors with longjmp, which must never cross a Swift frame. So Swift sees only the declarations
/// here: functions that cannot raise, on a forward-declared `lua_State`. While Swift is on the stack
/// (`in_host` > 0), the allocator ignores its limits, so nothing here can run out of memory.
///
/// Layers. The declarations below stand in this order, and each file calls only files that stand before it in this
/// list; scripts/checks/c_layers.py holds that. What a lower layer needs of a higher one is a hook of the machine: `enter`.
///
///   memory and keys: accounts of the machine and of copies, numbers of Swift types
///     lb_memory lb_identity lb_copy lb_type
///
///   values: the stack, tables, references, globals, structs, sequences
///     lb_value lb_describe lb_struct
///
///   objects and classes: userdata, how long they last, what hangs on them, and what they answer
///     lb_userdata lb_laden lb_keep lb_dying lb_collect lb_class lb_object lb_edge lb_member lb_override
///     lb_class_value lb_subclass lb_declare lb_standin
///
///   calls and budgets: protected calls, members, delegates, limits
///     lb_budget lb_call lb_protected lb_delegate
///
///   sandbox: the libraries that scripts see; opening and closing a machine
///     lb_pattern lb_format lb_table lb_keys lb_sandbox lb_vm
///
/// Unless a line says otherwise: indexes are Lua stack indexes, and "pushes" leaves one value on top.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lua_State lua_State;
typedef struct lb_vm lb_vm;
typedef struct lb_copy lb_copy;
typedef struct lb_class lb_class;

/// Types of Lua values; the numbers are Lua's own.
static const int32_t LB_NONE = -1;
static const int32_t LB_NIL = 0;
static const int32_t LB_BOOLEAN = 1;
static const int32_t LB_NUMBER = 3;
static const int32_t LB_STRING = 4;
static const int32_t LB_TABLE = 5;
static const int32_t LB_FUNCTION = 6;
static const int32_t LB_USERDATA = 7;
static const int32_t LB_THREAD = 8;

/// How a protected call ended.
static const int32_t LB_OK = 0;
static const int32_t LB_ERROR = 1;
static const int32_t LB_NO_MEMORY = 2;
static const int32_t LB_OVER_BUDGET = 3;
static const int32_t LB_STOPPED = 4;

/// Lua calls member number `member`; the arguments are the stack. Returns the number of results on top of the
/// stack, or −1 with the error object on top.
typedef int32_t (*lb_call_fn)(void *context, lua_State *L, int32_t member);
/// Gives up the reference that a userdata held on a Swift object.
typedef void (*lb_release_fn)(void *object);
/// The nearest owner of a Swift object that has a userdata, as a key; NULL for none.
typedef const void *(*lb_keeper_fn)(void *context, void *object);

/// The host's callbacks for Lua.
typedef struct lb_host {
  lb_call_fn call;
  lb_release_fn release;
  lb_keeper_fn keeper;
} lb_host;

// MARK: Memory and keys

int64_t lb_bytes(const lb_vm *vm);
/// Whether the VM or its running copy is over its limit; bulk builders ask every 1,000 values.
bool lb_over_limit(lua_State *L);
/// Memory that the running copy has left; below 0 when it is over its limit.
int64_t lb_room(lua_State *L);
/// Makes every `n`th allocation fail while no Swift is on the stack; 0 ends it. For tests.
void lb_set_chaos(lb_vm *vm, int64_t n);

/// Creates the accounts of a copy, which pay for its allocations.
lb_copy *lb_copy_new(lb_vm *vm, int64_t memory_limit, uint64_t random_seed);
/// Makes `copy` the running one (NULL: the host itself); returns the one that ran before.
lb_copy *lb_copy_enter(lb_vm *vm, lb_copy *copy);
/// Numbers what the host makes next from `births` on; returns the number that it had come to.
uint32_t lb_set_births(lb_vm *vm, uint32_t births);
int64_t lb_copy_bytes(const lb_copy *copy);
/// Charges a copy for memory that the host keeps for it; negative to give memory back.
void lb_copy_charge(lb_vm *vm, lb_copy *copy, int64_t bytes);
/// Counts bytes that copies share against this copy's limit, but not again against the machine's.
void lb_copy_reserve(lb_copy *copy, int64_t bytes);
/// Consecutive callbacks that exceeded a limit; one stopped for its duration counts as three.
int32_t lb_copy_trips(const lb_copy *copy);
/// Pushes the copy's own globals, created at first use.
void lb_push_globals(lua_State *L, lb_copy *copy);
/// Gives the main chunk on top the globals of `copy`; NULL takes them away again.
void lb_set_globals(lua_State *L, lb_copy *copy);
/// Replaces the running copy's random sequence.
void lb_seed(lb_copy *copy, uint64_t seed);

/// Notes a number or address for a Swift type, by the address of its metatype.
void lb_settype(lb_vm *vm, const void *type, intptr_t value);
/// The value noted for a Swift type; 0 for none.
intptr_t lb_gettype(lua_State *L, const void *type);

// MARK: Values

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

// MARK: Objects and classes

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
/// Answers an operator such as `__lt`, `__sub` or `__tostring` by `member`.
void lb_class_operator(lb_class *cls, const char *event, int32_t member);
/// Declares that the host knows owners of the class's objects.
void lb_class_set_owned(lb_class *cls);
/// Lets scripts subclass the class.
void lb_class_set_open(lb_class *cls);
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
/// Notifies the host when the script stores a field of the object at `index`; other values are not affected.
void lb_observe(lua_State *L, int32_t index, bool observed);
/// The class of the object at `index`, or the one that a table stands for; NULL for anything else.
lb_class *lb_kind(lua_State *L, int32_t index);
/// Adds `object:name(key)` and `Class:name(object, key)`, by which scripts announce changes.
void lb_class_change(lb_class *cls, const char *name, bool tells);
/// Pushes the userdata of two objects; false with nothing pushed unless both have one.
bool lb_pushobjects(lua_State *L, const void *first, const void *second);

// MARK: Calls and budgets

/// Pushes `tostring(value)`, calling `__tostring`; on an error in it, a plain description.
void lb_pushdescription(lua_State *L, int32_t index);
/// Reads through metatables in a protected call: pushes the value, or on an error pushes it and returns false.
bool lb_getfield(lua_State *L, int32_t index, const char *key);
/// Writes through metatables in a protected call: pops value and key; false with the error pushed.
bool lb_settable(lua_State *L, int32_t index);
/// Pushes a field of the value behind a reference, through metatables where it has none of its own. Returns its
/// type, or LB_NONE with the error on top.
int32_t lb_getreffield(lua_State *L, int32_t ref, const char *name, size_t length);
/// Pushes field `field` of the table at `index`, through metatables where the raw field is nil.
int32_t lb_getstructfield(lua_State *L, int32_t index, int32_t kind, int32_t field);

/// Loads text (never bytecode) as a main chunk; pushes the function, or the message and returns false.
bool lb_load(lua_State *L, const char *text, size_t length, const char *chunkname);
/// Pushes [handler, function] or [handler, function, delegate] of edge `slot` of the object `owner`, as
/// `lb_finddelegate` does; 0 with nothing pushed when there is no such object, delegate or function.
int32_t lb_begincall(lua_State *L, const void *owner, int32_t slot, int32_t name, int32_t alias);
/// With a delegate on top: replaces it by [handler, function] or [handler, function, delegate] when the
/// function's first parameter is `self`, and returns 1 or 2; returns 0 and pops it when it has no such
/// function; −1 with the error on top when looking raised. `alias` is tried second, 0 for none.
int32_t lb_finddelegate(lua_State *L, int32_t name, int32_t alias);
/// Pops a delegate and returns, without calling anything, whether it has the function: 1, 0, or −1 if only an
/// `__index` function could tell.
int32_t lb_hasdelegate(lua_State *L, int32_t name, int32_t alias);
/// Pushes the message handler that `lb_pcall` wants below the function.
void lb_pushhandler(lua_State *L);
/// Calls a function with `nargs` arguments above it and the handler below it; removes the handler. Returns one
/// of LB_OK …; on failure pushes the error object alone.
int32_t lb_pcall(lua_State *L, int32_t nargs, int32_t nresults);
/// Instructions that one outermost call may run.
void lb_set_budget(lb_vm *vm, int64_t instructions);
/// Charges the running call with the host's own work, in instructions; it ends when it is back in Lua.
void lb_spend(lua_State *L, int64_t steps);
/// Ends the outermost call numbered `epoch` at its next count; may be called from another thread.
void lb_stop(lb_vm *vm, uint64_t epoch);
/// Pushes the traceback of the last failed call's error (a string, maybe empty).
void lb_pushtraceback(lua_State *L);
/// Pops a traceback (a string) and an error object: they propagate when Swift returns −1 with that object.
void lb_rethrow(lua_State *L);
/// Whether the running C function was called with a colon.
bool lb_called_by_colon(lua_State *L);
/// Pushes `file:line: ` of the Lua function at `level`, or an empty string.
void lb_where(lua_State *L, int32_t level);
/// Pushes `file:line: ` of where the Lua function at `index` begins, or an empty string.
void lb_definition(lua_State *L, int32_t index);
/// Line of the running Lua function, for the watchdog; may be called from another thread. 0 when unknown.
int32_t lb_current_line(const lb_vm *vm);
/// Incremented when an outermost call starts and ends: odd while one runs. For the watchdog's thread.
uint64_t lb_call_epoch(const lb_vm *vm);

// MARK: Sandbox

/// Creates a VM with its sandboxed libraries; NULL without memory. `in_host` starts at 1.
lb_vm *lb_open(void *context, lb_host host, int64_t memory_limit);
/// Closes the VM and releases every object that it holds.
void lb_close(lb_vm *vm);
lua_State *lb_main(lb_vm *vm);
/// The VM's context; also from a coroutine.
void *lb_context(lua_State *L);
/// Number of userdata alive that hold a Swift object.
int64_t lb_live_objects(const lb_vm *vm);
/// Ends a copy: forgets its globals and its held objects. Its remaining blocks stay charged until collected.
void lb_copy_end(lb_vm *vm, lb_copy *copy);

#ifdef __cplusplus
}
#endif
