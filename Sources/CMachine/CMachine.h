/// What the C library and the processor have and Swift does not show.
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

/// Says that memory will soon be read; any address may be named.
static inline void machineWillRead(const void *address) { __builtin_prefetch(address, 0, 3); }

/// Two ends of a pipe that no program started meanwhile by another thread inherits; `flags` as in `pipe2`.
static inline int machinePipe(int ends[2], int flags) {
  extern int pipe2(int ends[2], int flags);
  return pipe2(ends, flags);
}
