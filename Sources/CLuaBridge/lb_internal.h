/// Declarations shared by the C files of the bridge. Not visible to Swift.
#pragma once

#include "lb_hooks.h"
#include "lb_open.h"
#include "lb_records.h"

/// Members that the bridge itself calls, declared before any binding's.
enum {
  LB_MEMBER_MISSING_GLOBAL = 0,   // (name)
  LB_MEMBER_MISSING_MEMBER = 1,   // (object or class, name)
  LB_MEMBER_READ_ONLY = 2,        // (object, name)
  LB_MEMBER_MISSING_FIELD = 3,    // (what, table, name)
  LB_MEMBER_REQUIRE = 4,          // (name)
  LB_MEMBER_NEAR_NAME = 5,        // (object, name): a new field of a script's instance; may warn
  LB_MEMBER_DID_CHANGE = 6,       // (value, name): a field that somebody observes has changed
  LB_MEMBER_REBORN = 7,           // (unborn instance, object): the instance takes the object's place
  LB_MEMBER_FIRST_FREE = 16,
};

/// What stands at the base of the main stack for as long as the machine is open: the handler of errors, and the table of
/// userdata. No function runs there, so these indexes hold while `depth` is 0.
enum { LB_AT_HANDLER = 1, LB_AT_OBJECTS = 2 };

static inline lb_vm *lb_get(lua_State *L) { return *(lb_vm **)lua_getextraspace(L); }

/// Lets the host pay for what is allocated until `lb_end_shared`: tables that all copies share must not be charged
/// to the copy that happens to make them grow. Nothing in between may raise, and with `in_host` up nothing can.
static inline lb_copy *lb_begin_shared(lb_vm *vm) {
  lb_copy *running = vm->current;
  vm->current = vm->copies[0];
  vm->in_host++;
  return running;
}

static inline void lb_end_shared(lb_vm *vm, lb_copy *running) {
  vm->in_host--;
  vm->current = running;
}

#define LB_MAX_CLASSES_PER_COPY 1000
#define LB_HOOK_INTERVAL 10000
/// The length of strings that an instruction goes through in no time.
#define LB_SHORT_STRING (64 << 10)
/// The most bytes of a `__name` that names a value.
#define LB_LONGEST_NAME 1000
// Instructions between two samples of a profile.
#define LB_PROFILE_INTERVAL 1000
/// What a call from Lua to the host counts at least, in instructions.
#define LB_HOST_CALL 16
/// Bytes of C stack that nested calls between Lua and the host may take. Beyond it there must be room for what Lua
/// itself nests, two hundred calls of a C function and a pattern.
#define LB_MAX_STACK (1 << 20)

/// Whether a frame lies so deep that no further call may be nested.
static inline bool lb_is_deep(const lb_vm *vm, const char *frame) { return vm->stack_base - frame > LB_MAX_STACK; }

// MARK: Memory and keys

// lb_memory.c
/// Lua's allocator, with a machine as its data.
void *lb_allocate(void *vm, void *block, size_t old_size, size_t new_size);
/// NULL, or the end of the process where nothing can be raised.
void *lb_no_memory(lb_vm *vm, size_t bytes);
/// Room for the tables that the bridge keeps in C, all zero; nothing runs without it, so the process ends.
void *lb_empty_room(size_t count, size_t size);
/// More room for the entries of `old`. What is new is undefined.
void *lb_more_room(void *old, size_t count, size_t size);
/// What an object takes beside its userdata: in Swift, and a place in the table of all objects.
static inline int64_t lb_external_bytes(const lb_object *object) {
  return object->cls->swift_bytes + object->bytes + 48;
}
/// Charges the owner of an object with those bytes (`sign` 1), or no longer (−1).
void lb_charge_object(lb_vm *vm, const lb_object *object, int sign);

// lb_identity.c
/// A number for a table, function, thread or userdata that is the same in every run: 1, 2, 3 … in the order in
/// which the copy first asked.
int64_t lb_identity(lua_State *L, int index);

// MARK: Values

// lb_value.c
/// Calls member `member` of the host with the stack as it is; may raise.
static inline int lb_enter(lua_State *L, int32_t member) { return lb_get(L)->enter(L, member); }

// lb_describe.c
/// `luaL_tolstring` without addresses: pushes the text.
const char *lb_describe(lua_State *L, int index, size_t *length);
/// The script's `tostring`.
int lb_tostring(lua_State *L);

// lb_readonly.c
/// The key, in a metatable, of the table behind a proxy: an address, because a script could write a name into a
/// metatable of its own. So are `lb_key_class` and `lb_key_table_class`.
extern const char lb_key_real;
// lb_sequence.c
void lb_open_sequences(lua_State *L);

// MARK: Objects and classes

// lb_userdata.c
/// What the userdata at `index` is, NULL for anything else: every full userdata in the VM is ours, for no library
/// that makes others is open.
static inline lb_object *lb_object_at(lua_State *L, int32_t index) {
  return lua_type(L, index) == LUA_TUSERDATA ? lua_touserdata(L, index) : NULL;
}
/// The place in `objects` of the userdata that stands for an object; 0 for none. The collector may have emptied it.
uint32_t lb_number(const lb_vm *vm, const void *ref);
/// Puts the userdata at `index` into `objects`, takes it out.
void lb_remember(lua_State *L, int index, lb_object *object);
void lb_forget(lua_State *L, lb_object *object);
/// Gives back the number of a userdata that ends, which is out of `objects`.
void lb_end_number(lb_vm *vm, lb_object *object);
/// Pushes the userdata that is in `objects`.
bool lb_findobject(lua_State *L, const void *ref);
/// Pushes the table of edges of the object at the absolute `index`, made if need be.
void lb_pushedges(lua_State *L, int32_t index);

// lb_laden.c
lb_laden *lb_find_laden(const lb_vm *vm, const void *ref);
void lb_insert_laden(lb_vm *vm, lb_laden entry);
void lb_remove_laden(lb_vm *vm, lb_laden *entry);

// lb_keep.c
void lb_open_keeping(lua_State *L);
/// Makes the userdata at `index` one that must last as long as its object.
void lb_lade(lua_State *L, int index);
/// The opposite, when the object goes.
void lb_unlade(lua_State *L, lb_object *object);
/// Keeps the laden userdata at `index`.
void lb_keep(lua_State *L, int index, lb_object *object);
/// Keeps a userdata whose object Swift is about to get.
static inline void lb_touch(lua_State *L, int index, lb_object *object) {
  if (object->hold == LB_LOOSE) lb_keep(L, index, object);
}
/// Puts the userdata at `index` into the table of its copy; false once that has ended. The host pays, and nothing
/// can raise.
bool lb_put_in_copy(lua_State *L, int index, const lb_object *object);
void lb_take_from_copy(lua_State *L, const lb_object *object);
/// Sees which laden objects the host still uses, or notes that it is to be done.
void lb_weigh(lua_State *L);
/// The same for those kept of late.
void lb_weigh_young(lua_State *L);

// lb_dying.c
/// The `__gc` of laden instances. Others have none: the allocator tells of their end, which costs less.
int lb_collect_laden(lua_State *L);
/// The block of an object's userdata is about to be freed.
void lb_object_gone(lb_vm *vm, lb_object *object);
/// Releases the objects of those that waited, unless they are used again.
void lb_end_dying(lb_vm *vm);
/// Pushes the laden userdata that waits for its finalizer, if there is one.
bool lb_await_object(lua_State *L, const void *ref);

// lb_collect.c
/// Releases what collections found. Only where no allocation is under way.
void lb_drain(lb_vm *vm);
/// Does what is due.
void lb_settle(lua_State *L);

// lb_object.c
/// Measures what Lua puts before a userdata's own bytes; false if there is no memory.
bool lb_measure_heads(lb_vm *vm);
/// Pushes an unborn instance of a script class.
void *lb_construct(lua_State *L, lb_class *cls);

// lb_class.c: see lb_class.h for what only the files about classes share.
void lb_free_classes(lb_vm *vm, lb_copy *of);

// lb_member.c
/// Makes the metatable of the class's instances.
void lb_make_metatable(lua_State *L, lb_class *cls);

// MARK: Calls and budgets

// lb_budget.c
/// Begins and ends the budget of the outermost call.
void lb_begin_budget(lua_State *L);
void lb_end_budget(lua_State *L);
/// Whether another thread wants the running call to end.
static inline bool lb_is_wanted_to_stop(const lb_vm *vm) {
  return __atomic_load_n(&vm->stop_epoch, __ATOMIC_RELAXED) == vm->epoch && vm->depth > 0;
}
/// Whether the running call was stopped; a protected call of the script's then must not swallow the error.
static inline bool lb_is_tripped(lua_State *L) { return lb_get(L)->tripped != 0; }
/// Notes that the call ends.
void lb_trip(lua_State *L, int32_t reason);
/// Pushes why it ends, in words.
void lb_push_reason(lua_State *L);
/// Notes that memory ran out inside a script's protected call, or was refused for another reason: so the call ends.
void lb_run_out(lua_State *L);
/// Marks a coroutine that ended because its call was stopped: neither closed nor resumed again, for its variables
/// would be closed where no instructions are counted.
void lb_drop(lua_State *coroutine);
bool lb_is_dropped(lua_State *coroutine);
/// Counts the instructions of a new coroutine from the start.
void lb_watch(lua_State *L, lua_State *coroutine);
/// Charges work that the count hook cannot see (in VM instructions) to the running call; may raise.
void lb_charge(lua_State *L, int64_t steps);

/// Counts the instructions of a coroutine in the steps in which a call begins to count.
void lb_restart_count(lua_State *coroutine);
/// Notes that the running copy has a string of that length: one instruction may compare all of it.
void lb_note_string(lb_vm *vm, int64_t bytes);
/// Counts the instructions of a thread in steps that are short enough for the copy's strings.
void lb_keep_pace(lua_State *thread);

// lb_await.c
void lb_open_tasks(lua_State *L);
/// Makes the thread at `index` known as a task: no script continues or closes it.
void lb_add_task(lua_State *L, int index);
bool lb_is_task(lua_State *L, int index);
/// Yields the running task; the values that continue it are the results of the call.
int lb_await(lua_State *L);

// lb_call.c
/// Notes the error on top, with the traceback of `thread` from `level` on.
void lb_note_error(lua_State *L, lua_State *thread, int level);
/// The message handler of every protected call.
int lb_handle_error(lua_State *L);
/// Calls the function at `function` with the `nargs` arguments above it and the handler at `handler`, anywhere below.
/// Leaves the results, or the error alone, in their place. Returns as `lb_pcall`.
int32_t lb_run(lua_State *L, int function, int nargs, int nresults, int handler);
/// What `lb_enter` does.
int lb_enter_host(lua_State *L, int32_t member);

// lb_protected.c
/// A read through metatables, in a protected call: [table, key] on top become the value or the error.
bool lb_protected_get(lua_State *L);

// MARK: Sandbox

// lb_find.c, lb_gsub.c, lb_format.c: what the sandbox puts in place of Lua's own; each is a lua_CFunction.
int lb_str_find(lua_State *L);
int lb_str_match(lua_State *L);
int lb_str_gmatch(lua_State *L);
int lb_str_gsub(lua_State *L);
int lb_str_rep(lua_State *L);
int lb_str_format(lua_State *L);

// lb_pairs.c, lb_next.c, lb_table.c, lb_sort.c: tables without hash order.
int lb_pairs(lua_State *L);
int lb_next_sorted(lua_State *L);
int lb_tab_sort(lua_State *L);
int lb_tab_move(lua_State *L);
int lb_tab_concat(lua_State *L);
int lb_tab_unpack(lua_State *L);
int lb_tab_insert(lua_State *L);
int lb_tab_remove(lua_State *L);

// lb_catch.c, lb_coroutine.c: calls that cannot outlive a stopped script.
int lb_base_pcall(lua_State *L);
int lb_base_xpcall(lua_State *L);
int lb_co_create(lua_State *L);
int lb_co_resume(lua_State *L);
int lb_co_close(lua_State *L);
int lb_co_wrap(lua_State *L);
int lb_co_yield(lua_State *L);

// lb_raw.c, lb_compile.c, lb_random.c
int lb_base_rawget(lua_State *L);
int lb_base_rawset(lua_State *L);
int lb_base_setmetatable(lua_State *L);
int lb_base_load(lua_State *L);
int lb_math_random(lua_State *L);
int lb_math_randomseed(lua_State *L);

// lb_charged.c
/// Replaces a library's functions by charging ones, in the table on top.
void lb_charge_library(lua_State *L, const char *library);

// lb_sandbox.c: builds the shared globals.
void lb_open_sandbox(lua_State *L);
