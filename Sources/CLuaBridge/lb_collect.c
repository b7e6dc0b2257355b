// Garbage collection for the host, and the release of objects.
#include "lb_internal.h"

void lb_drain(lb_vm *vm) {
  while (vm->released_count > 0) vm->release(vm->released[--vm->released_count]);
  if (!vm->closing) lb_end_dying(vm);
  vm->due &= ~LB_DUE_RELEASE;
}

void lb_settle(lua_State *L) {
  lb_vm *vm = lb_get(L);
  if (vm->due & LB_DUE_WEIGHING)
    lb_weigh(L);
  else if (vm->due & LB_DUE_YOUNG)
    lb_weigh_young(L);
  if ((vm->due & LB_DUE_RELEASE) == 0) return;
  vm->in_host++;
  lb_drain(vm);
  vm->in_host--;
}

void lb_collect(lb_vm *vm) {
  // Each round may free what held the next round's.
  for (int round = 0; round < 16; round++) {
    lb_weigh(vm->L);
    // Twice: the first finalizes, the second frees.
    lua_gc(vm->L, LUA_GCCOLLECT);
    lua_gc(vm->L, LUA_GCCOLLECT);
    if (vm->released_count == 0 && vm->dying_count == 0) break;
    lb_drain(vm);
  }
}

void lb_make_room(lua_State *L) {
  lb_vm *vm = lb_get(L);
  // What the first round releases may have held what the second finds.
  for (int round = 0; round < 2; round++) {
    lb_weigh(L);
    lua_gc(L, LUA_GCCOLLECT);
    if (vm->released_count == 0 && vm->dying_count == 0) break;
    vm->in_host++;
    lb_drain(vm);
    vm->in_host--;
  }
}

void lb_step(lb_vm *vm, int32_t steps) {
  for (int32_t i = 0; i < steps; i++) lua_gc(vm->L, LUA_GCSTEP, 0);
}
