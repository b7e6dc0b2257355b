/// Calls and budgets: protected calls, members, delegates, limits.
#pragma once

#include "lb_host.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Pushes `tostring(value)`, calling `__tostring`; on an error in it, pushes a plain description and returns false.
bool lb_pushdescription(lua_State *L, int32_t index);
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
/// Calls function `name` of edge `slot` of the object `owner` with [owner, second], or [delegate, owner, second]. Returns
/// as `lb_pcall`. Serves the usual delegate, a plain table with a function of that name, called from the main stack while
/// nothing else of a script runs; otherwise returns LB_UNUSUAL, does nothing, and `lb_begincall` knows what to do.
int32_t lb_callusual(lua_State *L, const void *owner, int32_t slot, int32_t name, const void *second);
/// With a delegate on top: replaces it by [handler, function] or [handler, function, delegate] when the
/// function's first parameter is `self`, and returns 1 or 2; returns 0 and pops it when it has no such
/// function; −1 with the error on top when looking raised. `alias` is tried second, 0 for none.
int32_t lb_finddelegate(lua_State *L, int32_t name, int32_t alias);
/// Returns, without calling anything, whether the delegate in edge `slot` of the object `owner` has the function: 1, 0,
/// or −1 if only an `__index` function could tell.
int32_t lb_implements(lua_State *L, const void *owner, int32_t slot, int32_t name, int32_t alias);
/// Pushes the message handler that `lb_pcall` wants below the function.
void lb_pushhandler(lua_State *L);
/// Calls a function with `nargs` arguments above it and the handler below it; removes the handler. Returns one
/// of LB_OK …; on failure pushes the error object alone.
int32_t lb_pcall(lua_State *L, int32_t nargs, int32_t nresults);
/// Replaces the function on top by a task (a thread) that will run it.
void lb_task_new(lua_State *L);
/// Continues a task below `nargs` values, which become the results of the call that waited, or the arguments of its
/// function. Pops all. Returns LB_OK when it has ended, LB_WAITS when it waits; otherwise as `lb_pcall`, with the error on top.
int32_t lb_task_resume(lua_State *L, int32_t nargs);
/// Pops a task that waits and ends it: its variables are closed. Returns as `lb_pcall`.
int32_t lb_task_close(lua_State *L);
/// Calls the function on top in a coroutine apart and replaces it by its results. Returns as `lb_pcall`; a call over
/// its budget is no trip of the script.
int32_t lb_call_apart(lua_State *L);
/// Pops a key and a value, and pushes the value's field as far as no code of a script is needed for it; an error where
/// it is. Returns as `lb_pcall`.
int32_t lb_look(lua_State *L);
/// Whether the running call may wait: LB_CAN_AWAIT or the reason why not.
int32_t lb_await_flaw(lua_State *L);
/// Instructions that one outermost call may run.
void lb_set_budget(lb_vm *vm, int64_t instructions);
/// Whether that is more than a callback may take, which the error says.
void lb_set_long(lb_vm *vm, bool is_long);
/// Charges the running call with the host's own work, in instructions; it ends when it is back in Lua.
void lb_spend(lua_State *L, int64_t steps);
/// Whether the running call is over its budget or was stopped: long work of the host ends then.
bool lb_must_stop(lua_State *L);
/// Instructions that the running call may take; may be called from another thread.
int64_t lb_call_budget(const lb_vm *vm);
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
/// From now on the outermost calls are timed.
void lb_time_calls(lb_vm *vm);
/// What they have taken together, in nanoseconds; 0 unless they are timed.
uint64_t lb_call_time(const lb_vm *vm);

/// A function in a stack that samples found, and what it has taken itself.
typedef struct lb_profile_node {
  int32_t parent;           // the function that called it; 0 for the host
  int32_t line;             // where it is defined; 0 for a main chunk
  const char *source;       // the name of its file
  uint64_t instructions, nanoseconds;
} lb_profile_node;

/// From now on stacks are sampled; false without memory.
bool lb_profile_calls(lb_vm *vm);
/// The number of nodes, of which the first, 0, stands for the host; 0 where nothing is sampled.
int32_t lb_profile_count(const lb_vm *vm);
lb_profile_node lb_profile_at(const lb_vm *vm, int32_t index);

/// Counts from now on how often each line of each file runs; false without memory. It slows scripts down.
bool lb_count_lines(lb_vm *vm);
/// Stops counting lines from the next call on, or continues.
void lb_skip_lines(lb_vm *vm, bool skips);
/// The number of files whose lines have run, the name of one, and its counts by line; `room` is their number.
int32_t lb_line_files(const lb_vm *vm);
const char *lb_line_file(const lb_vm *vm, int32_t file);
const uint32_t *lb_line_counts(const lb_vm *vm, int32_t file, int32_t *room);
/// The bytecode of the Lua function on top with its line numbers; NULL without memory. The caller frees it.
uint8_t *lb_dump(lua_State *L, size_t *length);

#ifdef __cplusplus
}
#endif
