/// Comparing and stable merging, with every comparison charged to the running call; shared by lb_keys.c, which
/// orders the keys of tables, and lb_sort.c, which sorts sequences.
#pragma once

#include <limits.h>
#include <math.h>
#include <string.h>

#include "lb_internal.h"

/// The first eight bytes, so that most comparisons of strings are one of numbers.
static inline uint64_t prefix_of(const char *s, size_t length) {
  const unsigned char *p = (const unsigned char *)s;
  uint64_t u = 0;
  if (length >= 8)
    return (uint64_t)p[0] << 56 | (uint64_t)p[1] << 48 | (uint64_t)p[2] << 40 | (uint64_t)p[3] << 32 |
           (uint64_t)p[4] << 24 | (uint64_t)p[5] << 16 | (uint64_t)p[6] << 8 | p[7];
  for (size_t i = 0; i < length; i++) u |= (uint64_t)p[i] << (56 - 8 * i);
  return u;
}

/// Integer before float, by value.
static bool integer_less(lua_Integer i, double d) {
  if (d >= 0x1p63) return true;
  if (!(d > -0x1p63)) return false;  // also NaN
  lua_Integer whole = (lua_Integer)floor(d);
  return i < whole || (i == whole && (double)whole < d);
}

static bool float_less(double d, lua_Integer i) {
  if (d >= 0x1p63) return false;
  if (d < -0x1p63) return true;
  if (isnan(d)) return false;
  lua_Integer whole = (lua_Integer)floor(d);
  return whole < i;
}

/// Work not charged yet.
typedef struct {
  lua_State *L;
  int64_t steps;
} meter;

static void settle(meter *w) {
  int64_t steps = w->steps;
  w->steps = 0;
  lb_charge(w->L, steps);
}

static inline void tick(meter *w, int64_t steps) {
  w->steps += steps;
  if (w->steps >= 1024) settle(w);
}

/// A string to sort.
typedef struct {
  uint64_t prefix;
  const char *bytes;
  size_t length;
  uint32_t index;  // where it came from
} text_item;

static inline bool text_less(meter *w, const char *a, size_t a_length, const char *b, size_t b_length) {
  size_t n = a_length < b_length ? a_length : b_length;
  tick(w, (int64_t)(n >> 4));
  int order = memcmp(a, b, n);
  return order < 0 || (order == 0 && a_length < b_length);
}

/// A number to sort.
typedef struct {
  union {
    lua_Integer i;
    double d;
  };
  bool is_float;
} number_item;

static inline bool number_less(number_item a, number_item b) {
  if (a.is_float) return b.is_float ? a.d < b.d : float_less(a.d, b.i);
  return b.is_float ? integer_less(a.i, b.d) : a.i < b.i;
}

/// Defines a stable merge sort of `a`, with `b` as room for as many; LESS(w, x, y) compares two items.
/// Runs of RUN items are sorted by insertion first.
#define MERGE_SORT(NAME, TYPE, CONTEXT, RUN, LESS)                                          \
  static void NAME(CONTEXT *w, TYPE *a, TYPE *b, size_t n) {                                \
    for (size_t from = 0; from < n && RUN > 1; from += RUN) {                               \
      size_t to = n - from < RUN ? n : from + RUN, work = 0;                                \
      for (size_t i = from + 1; i < to; i++) {                                              \
        TYPE x = a[i];                                                                      \
        size_t j = i;                                                                       \
        for (; j > from && LESS(w, x, a[j - 1]); j--) a[j] = a[j - 1];                      \
        a[j] = x;                                                                           \
        work += i - j + 1;                                                                  \
      }                                                                                     \
      tick(&w->meter, (int64_t)work);                                                       \
    }                                                                                       \
    TYPE *source = a, *target = b;                                                          \
    for (size_t width = RUN; width < n; width *= 2) {                                       \
      for (size_t from = 0; from < n; from += 2 * width) {                                  \
        size_t middle = n - from < width ? n : from + width;                                \
        size_t to = n - middle < width ? n : middle + width;                                \
        size_t i = from, j = middle, k = from;                                              \
        tick(&w->meter, (int64_t)(to - from));                                              \
        if (middle < to && LESS(w, source[middle], source[middle - 1])) {                   \
          while (i < middle && j < to) {                                                    \
            bool right = LESS(w, source[j], source[i]);                                     \
            target[k++] = right ? source[j] : source[i];                                    \
            j += right;                                                                     \
            i += !right;                                                                    \
          }                                                                                 \
        }                                                                                   \
        memcpy(target + k, source + i, (middle - i) * sizeof *a);                           \
        k += middle - i;                                                                    \
        memcpy(target + k, source + j, (to - j) * sizeof *a);                               \
      }                                                                                     \
      TYPE *t = source;                                                                     \
      source = target;                                                                      \
      target = t;                                                                           \
    }                                                                                       \
    if (source != a) memcpy(a, source, n * sizeof *a);                                      \
  }

typedef struct {
  meter meter;
} plain_context;

enum { FEW = 200 };  // values that fit on the stack
