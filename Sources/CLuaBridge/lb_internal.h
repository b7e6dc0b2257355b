/// What the C files of the bridge share. Never seen by Swift.
#pragma once

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

#include "CLuaBridge.h"

/// Members that the bridge itself asks the host for, before any binding's.
enum {
  LB_MEMBER_MISSING_GLOBAL = 0,   // (name)
  LB_MEMBER_MISSING_MEMBER = 1,   // (object or class, name)
  LB_MEMBER_READ_ONLY = 2,        // (object, name)
  LB_MEMBER_MISSING_FIELD = 3,    // (what, table, name)
  LB_MEMBER_CLASS_CALL = 4,       // (class, …)
  LB_MEMBER_CLASS_NEW = 5,        // (class, table)
  LB_MEMBER_REQUIRE = 6,          // (name)
  LB_MEMBER_FIRST_FREE = 16,
};

struct lb_copy {
  int64_t bytes, limit;
  uint64_t random[4];    // xoshiro256**
  void *context;
  uint32_t number;       // in lb_vm.copies
  int32_t trips;
  int32_t globals;       // registry reference, 0 before first use
  int32_t held;          // registry reference to {[pointer] = userdata}, 0 before first use
  int64_t identities;    // last number given by lb_identity
};

struct lb_vm {
  lua_State *L;
  void *context;
  lb_call_fn call;
  lb_release_fn release;
  int32_t in_host;
  lb_copy *current;
  int64_t bytes, limit;
  lb_copy **copies;              // by number; 0 is the host's own
  uint32_t copies_count, copies_room;
  // Budget of the outermost call
  int64_t budget, budget_left;
  int32_t tripped;               // 0, LB_NO_MEMORY, LB_OVER_BUDGET, LB_STOPPED
  int32_t depth;                 // protected calls from Swift on the C stack
  uint64_t epoch;
  int32_t line;
  // Objects
  void **released;
  size_t released_count, released_room;
  int64_t live_objects, external;
  int64_t chaos, chaos_left;
  // Registry references
  int32_t objects;               // {[pointer] = userdata}, weak values
  int32_t shared;                // the shared globals
  int32_t globals_meta;          // metatable of each copy's globals
  int32_t handler;
  int32_t error_value, error_trace;  // slots of the error in flight
  int32_t identities;            // {[object] = number}, weak keys
  struct lb_struct *structs;
  int32_t structs_count;
  struct lb_class *classes;      // linked list
};

static inline lb_vm *lb_get(lua_State *L) { return *(lb_vm **)lua_getextraspace(L); }

/// Calls member `member` of the host with the stack as it is; may raise.
int lb_enter(lua_State *L, int32_t member);

/// Charges work that the count hook cannot see (in VM instructions) to the running call; may raise.
void lb_charge(lua_State *L, int64_t steps);

/// Releases what collections found. Only where no allocation is under way.
void lb_drain(lb_vm *vm);

/// A number for a table, function, thread or userdata that is the same in every run: 1, 2, 3 … in the order in
/// which the copy first asked.
int64_t lb_identity(lua_State *L, int index);

// lb_sandbox.c: builds the shared globals.
void lb_open_sandbox(lua_State *L);

// lb_string.c: what the sandbox puts in place of Lua's own; each is a lua_CFunction.
int lb_str_find(lua_State *L);
int lb_str_match(lua_State *L);
int lb_str_gmatch(lua_State *L);
int lb_str_gsub(lua_State *L);
int lb_str_rep(lua_State *L);
int lb_str_format(lua_State *L);

// lb_order.c: tables without hash order.
int lb_pairs(lua_State *L);
int lb_next_sorted(lua_State *L);
int lb_tab_sort(lua_State *L);
int lb_tab_move(lua_State *L);
int lb_tab_concat(lua_State *L);
int lb_tab_unpack(lua_State *L);
int lb_tostring(lua_State *L);
