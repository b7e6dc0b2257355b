/// Calls and budgets: where a debugger stops, and what it sees there.
#pragma once

#include "lb_host.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Why a debugger is called: bits.
static const int32_t LB_AT_TARGET = 1;
static const int32_t LB_AT_STEP = 2;
static const int32_t LB_AT_BREAKPOINT = 4;
static const int32_t LB_AT_REQUEST = 8;
static const int32_t LB_AT_ERROR = 16;

/// Steps: to the next line, to the next one of this function or its caller, to the caller.
static const int32_t LB_STEP_NONE = 0;
static const int32_t LB_STEP_INTO = 1;
static const int32_t LB_STEP_OVER = 2;
static const int32_t LB_STEP_OUT = 3;

/// A script stands at a line, or has raised an error; it continues when this returns.
typedef void (*lb_stop_fn)(void *context, lua_State *L, int32_t reasons);

/// From the next outermost call on, `stopped` is called at lines; false without memory.
bool lb_debug_open(lb_vm *vm, lb_stop_fn stopped, void *context);
/// Calls it no longer.
void lb_debug_close(lb_vm *vm);
/// Wants to stop at a line of a file, by the name that messages have; false without memory.
bool lb_debug_break(lb_vm *vm, const char *source, int32_t line);
/// Removes all lines of all files.
void lb_debug_clear(lb_vm *vm);
/// Stops after a step from where `L` stands; LB_STEP_NONE ends the one that is under way.
void lb_debug_step(lua_State *L, int32_t step);
/// The number of lines that have run.
uint64_t lb_debug_lines(const lb_vm *vm);
/// Stops at the line of this number, counted from 1; 0 for none.
void lb_debug_set_target(lb_vm *vm, uint64_t line);
/// Stops at the next line, or no longer; may be called from another thread.
void lb_debug_request(lb_vm *vm, bool wanted);
/// Ends the running call and all later ones at their next line.
void lb_debug_abandon(lb_vm *vm);
/// The coroutine that runs; NULL outside of calls.
lua_State *lb_debug_running(lb_vm *vm);

/// A function on the stack. Its texts last until it returns.
typedef struct lb_frame {
  const char *source;  // `@` and the name of its file, or the text that was loaded
  const char *name;    // NULL where it has none
  int32_t line;        // −1 for a function of the host
  int32_t defined;     // the line where it begins; 0 for a main chunk
} lb_frame;

/// The function at a level, from 0; false above the last.
bool lb_frame_at(lua_State *L, int32_t level, lb_frame *frame);

/// Begins to look at values: returns a stack on which scripts may be called within a budget of its own, without lines.
lua_State *lb_inspect_begin(lua_State *L);
void lb_inspect_end(lua_State *stack);
/// Begins a new budget; a limit that was reached is forgotten.
void lb_inspect_renew(lua_State *stack);
/// Pushes onto `stack` local variable `number` of a level, from 1, or from −1 downward what `...` holds; returns its
/// name, NULL with nothing pushed where there is none.
const char *lb_inspect_local(lua_State *stack, lua_State *L, int32_t level, int32_t number);
/// The same for what its function has from outside.
const char *lb_inspect_upvalue(lua_State *stack, lua_State *L, int32_t level, int32_t number);
/// Gives the function on top of `stack` the variables of a level instead of globals, until the inspection ends.
void lb_inspect_scope(lua_State *stack, lua_State *L, int32_t level);
/// Pushes the error that was raised last.
void lb_inspect_error(lua_State *stack);
/// Pushes the table of the fields that a script has given an instance of its class; false with nothing pushed.
bool lb_inspect_fields(lua_State *stack, int32_t index);

#ifdef __cplusplus
}
#endif
