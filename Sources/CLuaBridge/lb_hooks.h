/// What the one hook of a coroutine serves beside budgets: counts of lines, profiles, debuggers.
#pragma once

#include "lb_records.h"

// lb_lines.c
/// Sets the events of the hooks that are set from now on.
void lb_choose_events(lb_vm *vm);
/// Counts the line at which the hook was called.
void lb_line_ran(lua_State *L, lua_Debug *ar);
void lb_free_lines(lb_vm *vm);

// lb_profile.c
/// The monotonic clock.
uint64_t lb_nanoseconds(void);
void lb_free_profile(lb_vm *vm);
/// How many instructions a coroutine runs until its first sample, at most `most`.
int lb_profile_interval(lua_State *coroutine, int most);
/// The host calls the function at the index `function`.
void lb_profile_begin(lua_State *L, int function, uint64_t now);
/// Takes a sample after so many instructions; returns whether it is the first since lb_profile_interval.
bool lb_profile_sample(lua_State *L, int instructions);
/// The call of the host has returned.
void lb_profile_end(lb_vm *vm, uint64_t now);

// lb_debug.c
/// Lets the debugger see the line at which the hook was called; true if the call shall end.
bool lb_debug_line(lua_State *L, lua_Debug *ar);
/// Lets it see the error that `thread` has raised.
void lb_debug_error(lua_State *thread);
void lb_free_debug(lb_vm *vm);
