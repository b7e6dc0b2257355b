/// Functions of the C library and the processor that Swift does not expose.
#pragma once

typedef struct {
  double sine;
  double cosine;
} CMachineSines;

/// Sine and cosine of an angle in radians for little more than the price of one; the same numbers as `sin` and `cos`.
static inline CMachineSines machineSines(double angle) {
  extern void sincos(double angle, double *sine, double *cosine);
  CMachineSines sines;
  sincos(angle, &sines.sine, &sines.cosine);
  return sines;
}

/// Prefetches memory that will soon be read; any address is allowed.
static inline void machineWillRead(const void *address) { __builtin_prefetch(address, 0, 3); }

/// Creates the two ends of a pipe; a program that another thread starts meanwhile does not inherit them.
/// `flags` are those of `pipe2`.
static inline int machinePipe(int ends[2], int flags) {
  extern int pipe2(int ends[2], int flags);
  return pipe2(ends, flags);
}

/// Has a program that is started inherit no descriptor from `first` on; `actions` is a `posix_spawn_file_actions_t`.
static inline int machineCloseFrom(void *actions, int first) {
  extern int posix_spawn_file_actions_addclosefrom_np(void *actions, int first);
  return posix_spawn_file_actions_addclosefrom_np(actions, first);
}
