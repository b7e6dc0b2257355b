/// What the bridge keeps of a machine, its copies, objects, classes and structs. Not visible to Swift.
#pragma once

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

#include "CLuaBridge.h"

enum { LB_DUE_RELEASE = 1, LB_DUE_WEIGHING = 2, LB_DUE_YOUNG = 4 };
/// The number of userdata kept before their objects are weighed.
#define LB_YOUNG 64

struct lb_copy {
  int64_t bytes, limit;
  uint64_t random[4];    // xoshiro256**
  uint32_t number;       // in lb_vm.copies
  int32_t trips;
  int32_t globals;       // registry reference, 0 before first use
  int32_t assigned;      // registry reference to {[name] = true} of globals that were assigned, 0 before first use
  int32_t kept;          // registry reference to {[pointer] = userdata held or kept}, 0 before first use
  int32_t numbered;      // registry reference to {[object] = number}, weak keys, 0 before first use
  int64_t identities;    // last number given by lb_identity
  int32_t classes;       // script classes made
  uint32_t births;       // objects that this copy has made
  int64_t longest;       // bytes of the longest string that this copy has made
  bool ended;
  bool launched;         // its first call has ended
};

struct lb_object;

struct lb_vm {
  lua_State *L;
  void *context;
  lb_call_fn call;
  lb_release_fn release;
  lb_keeper_fn keeper;
  int (*enter)(lua_State *L, int32_t member);  // lb_enter_host, which stands above most that call it
  void (*trip)(lua_State *L, int32_t reason);  // lb_trip and lb_note_string, which stand above the allocator
  void (*note_string)(struct lb_vm *vm, int64_t bytes);
  void (*gone)(struct lb_vm *vm, struct lb_object *object);  // lb_object_gone, too
  int (*collect)(lua_State *L);  // lb_collect_laden, which stands above what sets it as a finalizer
  int32_t in_host;
  int32_t due;                   // LB_DUE_…: what is to be done before the next call of the host
  bool closing, weighing;
  lb_copy *current;
  int64_t bytes, limit;
  lb_copy **copies;              // by number; 0 is the host's own
  uint32_t copies_count, copies_room;
  // Budget of the outermost call
  int64_t budget, budget_left;
  bool is_long;                  // whether the budget is more than that of a callback
  int64_t forced_bytes;          // what collections within the call went through because memory was refused
  bool refused;                  // memory was refused, so that Lua collects before it asks again
  bool refused_young;            // by a copy in its first call
  char refused_at[LUA_IDSIZE + 16];  // the place in the script where memory was refused last, "" for none
  int64_t settled;               // bytes after the last collection of that kind, 0 for none
  int64_t idle_bytes[2];         // what such collections in a row went through for nothing; for copies in their first call
  size_t grown_size;             // of the array that grew last, 0 if something else was allocated since
  int64_t grown_at;              // `budget_left` then
  lua_State *task;               // the task that runs, NULL for none
  lua_State *coroutine;          // the innermost one that runs, NULL for none
  int32_t tripped;               // 0, LB_NO_MEMORY, LB_OVER_BUDGET, LB_STOPPED
  uint64_t stop_epoch;           // the outermost call that another thread wants to end
  int32_t base_room;             // the height of the main stack up to which there is room
  const char *stack_base;        // where the C stack stood when the outermost call began
  int32_t depth;                 // protected calls from Swift on the C stack
  uint64_t epoch;
  bool is_timed;                 // whether outermost calls are timed
  uint64_t call_time;            // of them, in nanoseconds
  int32_t line;
  // Objects
  void **released;
  size_t released_count, released_room;
  int64_t live_objects, external;
  struct lb_known *known;        // numbers of userdata by object: open addressing
  uint32_t known_count, known_room;
  uint32_t *spare_numbers;       // of userdata that have ended
  uint32_t spare_count, numbers, numbers_room;
  size_t heads[2];               // the bytes that Lua puts before a userdata's own, with one and two values of users
  struct lb_laden *laden;               // open addressing on the reference
  uint32_t laden_count, laden_room, young_count;
  void *young[LB_YOUNG];         // references of those kept since the last weighing
  void **dying;                  // references of laden userdata that wait for their end
  size_t dying_count, dying_room;
  int64_t chaos, chaos_left;
  // Registry references
  int32_t objects;               // {[number] = userdata}, weak values
  int32_t shared;                // the shared globals
  int32_t globals_meta;          // metatable of each copy's globals
  int32_t error_value, error_trace;  // slots of the error in flight
  int32_t sequence_meta;
  int32_t tasks;                 // {[thread] = true}, weak keys
  int32_t environment;           // function(env) → closure whose first upvalue is env
  int events;                    // of the one hook that a coroutine has: instructions, and lines where they are wanted
  struct lb_lines *lines;        // counts of lines that ran; NULL where nothing counts them
  bool skips_lines;              // whether counting them rests
  struct lb_profile *profile;    // samples of stacks; NULL where nobody wants them
  struct lb_debug *debug;        // what a debugger waits for; NULL without one
  struct lb_struct *structs;
  int32_t structs_count, structs_room;
  struct lb_class *classes;      // linked list
  // Swift types: open addressing on the metatype's address
  const void **type_keys;
  intptr_t *type_values;
  uint32_t types_count, types_room;
};

/// Every block starts with the number of the copy that pays for it and, for an object, its place among those the
/// copy has made.
typedef struct lb_header {
  uint32_t owner, birth;
} lb_header;

/// The birth of the block of a userdata of ours: its own stands in the object.
#define LB_OBJECT_BLOCK UINT32_MAX

_Static_assert(sizeof(lb_header) == 8, "Lua's blocks need 8-byte alignment behind the header");

/// How a userdata is kept: not at all, for its copy, not for the time being, or until its end. See lb_keep.c.
typedef enum { LB_LIGHT, LB_KEPT, LB_LOOSE, LB_DYING } lb_hold_kind;

/// Where the userdata of an object is in `objects`.
typedef struct lb_known {
  const void *ref;               // NULL: free
  uint32_t number;
} lb_known;

/// The contents of our userdata.
typedef struct lb_object {
  void *ref;                     // NULL: expired, or not born yet
  lb_class *cls;
  uint32_t owner;                // the copy that is charged for it
  uint32_t birth;
  uint32_t number;               // in `objects`; 0: in none
  bool born;
  uint8_t hold;                  // lb_hold_kind
  bool held;                     // the host holds it itself: lb_hold
  bool observed;                 // the host wants to know of stored fields
  bool ended;                    // nobody is charged for it any more
  int64_t bytes;                 // charged beside those of its class
} lb_object;

/// The place of a named value. Lua has each short string once, so the address tells names apart.
typedef struct lb_place {
  const char *name;              // kept by the class's table of names; NULL: free
  int32_t place;
} lb_place;

struct lb_class {
  lb_vm *vm;
  char *name;
  lb_class *base, *host, *next, *child, *sibling;
  const lb_class *outer;         // through which it is reached, too: CLMonitor of CLMonitor.CircularGeographicCondition
  lb_copy *copy;                 // script classes: who made it
  int32_t depth;
  lb_class *display[16];         // ancestors by depth, itself last
  int64_t swift_bytes;
  // Registry references
  int32_t names;                 // {name = true} of named values
  int32_t members;               // {name = function | getter number}, flattened
  int32_t setters;               // {name = setter number | false}, flattened
  int32_t functions;             // class functions, flattened
  int32_t methods;               // script classes: {name = function}, chained to the base's
  int32_t warned;                // script classes: names judged already
  int32_t metatable;             // of instances
  int32_t value;                 // the class value
  int32_t table_meta;            // host classes: metatable of tables that stand for instances, 0 before first use
  int32_t slots;                 // {name = slot} of overridable methods, flattened
  int32_t override_table;        // script classes: {[slot + 1] = function}
  uint64_t overrides;
  int32_t positional, named, adopt_positional, adopt_named;
  bool open, script;
  bool plain_new;                // `Class.new(…)` takes values in order, too
  bool owned;                    // the host knows owners of its objects
  lb_place *places;              // of what `Class.new{…}` takes: open addressing on the name's address
  uint32_t places_room, places_count;
};

typedef struct lb_lines lb_lines;

/// The lines of a file that have a breakpoint.
typedef struct lb_breaks {
  char *source;
  uint8_t *lines;
  int32_t room;
} lb_breaks;

/// What a debugger waits for, and what it looks at.
typedef struct lb_debug {
  lb_stop_fn stopped;
  void *context;
  lb_breaks *files;
  int32_t files_count;
  uint64_t lines, target;        // lines that have run, and the number of the one at which to stop
  lua_State *running;            // the coroutine of the last line, kept by a registry reference
  int32_t running_ref;
  // The step under way: its kind, and where it began
  int32_t step, depth;
  uint64_t epoch;
  lua_State *thread;
  int32_t thread_ref;
  int32_t busy;                  // the debugger itself works: its own lines are not for it
  int32_t wanted;                // another thread wants an answer; atomic
  bool abandoned;                // the run ends: every line raises
  // The values that an evaluation sees: those of a level of a thread, while `scope` is the number of its table
  lua_State *scope_thread;
  int32_t scope_level;
  lua_Integer scope;
  // What an inspection gives back at its end
  int32_t stack_ref;
  int64_t budget_left, forced_bytes;
  int32_t tripped, numbered;
  int64_t identities;
  lua_State *task;
} lb_debug;

/// A kind of struct.
typedef struct lb_struct {
  char name[48];
  int32_t count;
  int32_t fields[8];  // registry references to the field names
  int32_t metatable;
} lb_struct;

/// A userdata that is kept while the host uses its object.
typedef struct lb_laden {
  void *ref;                     // NULL: free
  lb_object *object;
  const void *keeper;            // the owner that keeps it; a key only
} lb_laden;
