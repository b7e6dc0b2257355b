/// What the functions of `table` ask of their arguments.
#pragma once

#include "lb_internal.h"

/// The metamethods that a value must have when it is no table.
static const char *const READ = "__index", *const WRITE = "__newindex", *const LENGTH = "__len";

// lb_table.c
/// Raises unless the argument is a table or has the metamethods named (NULL: none).
void lb_check_table(lua_State *L, int arg, const char *a, const char *b, const char *c);
