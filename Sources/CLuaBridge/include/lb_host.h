/// The types of the bridge, and the host's callbacks for Lua.
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
/// A task waits for the host to continue it.
static const int32_t LB_WAITS = 5;
/// Nothing was called: the caller has to go the longer way.
static const int32_t LB_UNUSUAL = 6;

/// What a member returns, instead of a number of results, when its task shall wait for them.
static const int32_t LB_SUSPEND = -2;

/// Whether a call of the host may wait, and if not, what it was made from.
static const int32_t LB_CAN_AWAIT = 0;
static const int32_t LB_OUTSIDE_TASK = 1;
static const int32_t LB_IN_COROUTINE = 2;
static const int32_t LB_IN_LIBRARY = 3;
static const int32_t LB_IN_METAMETHOD = 4;

/// Lua calls member number `member`; the arguments are the stack. Returns the number of results on top of the
/// stack, −1 with the error object on top, or LB_SUSPEND where `lb_await_flaw` is LB_CAN_AWAIT.
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

#ifdef __cplusplus
}
#endif
