/// Opening and closing a machine with its sandbox.
#pragma once

#include "lb_host.h"

#ifdef __cplusplus
extern "C" {
#endif

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
