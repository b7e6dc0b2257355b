/// Memory and keys: accounts of the machine and of copies, numbers of Swift types.
#pragma once

#include "lb_host.h"

#ifdef __cplusplus
extern "C" {
#endif

int64_t lb_bytes(const lb_vm *vm);
/// Whether the VM or its running copy is over its limit; bulk builders ask every 1,000 values.
bool lb_over_limit(lua_State *L);
/// Memory that the running copy has left; below 0 when it is over its limit.
int64_t lb_room(lua_State *L);
/// Where the last call of the host ran out of memory, as "FILE:LINE: "; "" if it did not, or no script ran.
const char *lb_refused_at(lua_State *L);
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
/// Reads, or sets, the position in a copy's random sequence.
void lb_copy_random(const lb_copy *copy, uint64_t state[4]);
void lb_copy_set_random(lb_copy *copy, const uint64_t state[4]);
/// Replaces the running copy's random sequence.
void lb_seed(lb_copy *copy, uint64_t seed);

/// Notes a number or address for a Swift type, by the address of its metatype.
void lb_settype(lb_vm *vm, const void *type, intptr_t value);
/// The value noted for a Swift type; 0 for none.
intptr_t lb_gettype(lua_State *L, const void *type);

#ifdef __cplusplus
}
#endif
