/// What a script sees of tables, without hash order and without addresses.
///
/// The order of keys: 1 … n as far as there is no gap, then the other numbers ascending, strings in byte order,
/// false, true, and last tables, functions, userdata and threads by `lb_identity`.
#include <limits.h>
#include <math.h>
#include <string.h>

#include "lb_internal.h"

// MARK: Comparing

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

static bool text_less(meter *w, const char *a, size_t a_length, const char *b, size_t b_length) {
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

/// Kinds of keys in their order.
enum { KEY_NUMBER = 1, KEY_TEXT, KEY_BOOLEAN, KEY_OBJECT };

typedef struct {
  union {
    lua_Integer i;  // boolean or identity too
    double d;
    uint64_t prefix;
  };
  const char *bytes;
  size_t length;
  uint32_t index;
  uint8_t group;  // goes before everything else
  uint8_t kind;
  bool is_float;
} key_item;

static bool key_less(meter *w, const key_item *a, const key_item *b) {
  if (a->group != b->group) return a->group < b->group;
  if (a->kind != b->kind) return a->kind < b->kind;
  switch (a->kind) {
    case KEY_NUMBER:
      return number_less((number_item){.i = a->i, .is_float = a->is_float},
                         (number_item){.i = b->i, .is_float = b->is_float});
    case KEY_TEXT:
      if (a->prefix != b->prefix) return a->prefix < b->prefix;
      return text_less(w, a->bytes, a->length, b->bytes, b->length);
    default:
      return a->i < b->i;
  }
}

/// Fills `key` from the value at `index`; leaves an object's number to the caller.
static void read_key(lua_State *L, int index, key_item *key) {
  key->is_float = false;
  key->group = 0;
  switch (lua_type(L, index)) {
    case LUA_TNUMBER:
      key->kind = KEY_NUMBER;
      if (lua_isinteger(L, index)) {
        key->i = lua_tointeger(L, index);
      } else {
        key->d = lua_tonumber(L, index);
        key->is_float = true;
      }
      break;
    case LUA_TSTRING:
      key->kind = KEY_TEXT;
      key->bytes = lua_tolstring(L, index, &key->length);
      key->prefix = prefix_of(key->bytes, key->length);
      break;
    case LUA_TBOOLEAN:
      key->kind = KEY_BOOLEAN;
      key->i = lua_toboolean(L, index);
      break;
    default:
      key->kind = KEY_OBJECT;
      key->i = 0;
  }
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

// Most keys are strings that differ early.
#define KEY_LESS(w, x, y)                                                                    \
  ((x).kind == KEY_TEXT && (y).kind == KEY_TEXT && (x).prefix != (y).prefix && (x).group == (y).group \
       ? (x).prefix < (y).prefix                                                            \
       : key_less(&(w)->meter, &(x), &(y)))
#define PLAIN_LESS(w, x, y) ((x) < (y))
#define NUMBER_LESS(w, x, y) number_less((x), (y))
#define TEXT_LESS(w, x, y) \
  ((x).prefix != (y).prefix ? (x).prefix < (y).prefix \
                            : text_less(&(w)->meter, (x).bytes, (x).length, (y).bytes, (y).length))
MERGE_SORT(sort_keys, key_item, plain_context, 8, KEY_LESS)
MERGE_SORT(sort_integers, lua_Integer, plain_context, 8, PLAIN_LESS)
MERGE_SORT(sort_floats, double, plain_context, 8, PLAIN_LESS)
MERGE_SORT(sort_numbers, number_item, plain_context, 8, NUMBER_LESS)
MERGE_SORT(sort_texts, text_item, plain_context, 8, TEXT_LESS)

// MARK: Keys in order

enum { FEW = 200 };  // keys that fit into one closure

/// Where keys are kept: on the stack from `base` on, or in the table at −`base`.
static void push_key(lua_State *L, int base, uint32_t i) {
  if (base > 0)
    lua_pushvalue(L, base + (int)i);
  else
    lua_rawgeti(L, -base, (lua_Integer)i + 1);
}

/// Sorts `keys`, with `room` for as many; objects come last: by type, then host objects that say what they are (a
/// region, a date) by their text, which is the same whoever made them, and all others by birth. An object that
/// had no number gets the next one in this order.
static void order_keys(plain_context *w, int base, key_item *keys, key_item *room, uint32_t n) {
  lua_State *L = w->meter.L;
  uint32_t others = 0;
  for (uint32_t i = 0; i < n; i++)
    if (keys[i].kind != KEY_OBJECT) {
      key_item key = keys[i];
      keys[i] = keys[others];
      keys[others++] = key;
    }
  if (others < n) {
    luaL_checkstack(L, 8, "too many keys");
    lua_newtable(L);  // keeps the texts alive
    int texts = lua_gettop(L);
    for (uint32_t i = others; i < n; i++) {
      push_key(L, base, keys[i].index);
      keys[i].group = (uint8_t)lua_type(L, -1);
      if (lb_describes_itself(L, -1)) {
        lb_describe(L, -1, NULL);
        read_key(L, -1, &keys[i]);
        lua_rawseti(L, texts, (lua_Integer)(i - others) + 1);
      } else {
        keys[i].kind = KEY_NUMBER;
        keys[i].is_float = false;
        keys[i].i = lb_birth(L, -1);
      }
      lua_pop(L, 1);
    }
    sort_keys(w, keys + others, room, n - others);
    lua_pop(L, 1);
    for (uint32_t i = others; i < n; i++) {
      push_key(L, base, keys[i].index);
      keys[i].group = 0;
      keys[i].kind = KEY_OBJECT;
      keys[i].i = lb_identity(L, -1);
      lua_pop(L, 1);
    }
  }
  sort_keys(w, keys, room, n);
}

/// Whether the value at `index` is one of 1 … n.
static inline bool in_sequence(lua_State *L, int index, lua_Integer n) {
  if (n == 0 || !lua_isinteger(L, index)) return false;
  lua_Integer i = lua_tointeger(L, index);
  return 1 <= i && i <= n;
}

/// Pushes a table of the keys of the table at `t` that are not 1 … `border`, in order; returns their number.
/// With `only_objects`, only those that are objects.
static lua_Integer push_sorted_keys(lua_State *L, int t, lua_Integer border, bool only_objects) {
  plain_context w = {{L, 0}};
  lua_Integer count = 0;
  lua_pushnil(L);
  while (lua_next(L, t)) {
    lua_pop(L, 1);
    if (!in_sequence(L, -1, border)) count++;
    tick(&w.meter, 1);
  }
  if (count > INT_MAX) luaL_error(L, "too many keys");
  lua_createtable(L, (int)count, 0);
  int result = lua_gettop(L);
  lua_createtable(L, (int)count, 0);
  int unsorted = result + 1;
  key_item *keys = lua_newuserdatauv(L, 2 * (size_t)count * sizeof *keys, 0);
  uint32_t n = 0;
  lua_pushnil(L);
  while (lua_next(L, t)) {
    lua_pop(L, 1);
    tick(&w.meter, 1);
    if (in_sequence(L, -1, border)) continue;
    read_key(L, -1, &keys[n]);
    if (only_objects && keys[n].kind != KEY_OBJECT) continue;
    keys[n].index = n;
    n++;
    lua_pushvalue(L, -1);
    lua_rawseti(L, unsorted, n);
  }
  order_keys(&w, -unsorted, keys, keys + count, n);
  for (uint32_t i = 0; i < n; i++) {
    lua_rawgeti(L, unsorted, (lua_Integer)keys[i].index + 1);
    lua_rawseti(L, result, (lua_Integer)i + 1);
  }
  settle(&w.meter);
  lua_settop(L, result);
  return n;
}

// MARK: pairs

/// Where the table stands that is meant by the one at 1: itself or, for a proxy, what it stands for. Pushes it.
static void push_real(lua_State *L) {
  if (luaL_getmetafield(L, 1, "__lb_real") != LUA_TNIL) {
    if (lua_istable(L, -1)) return;
    lua_pop(L, 1);
  }
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_pushvalue(L, 1);
}

/// Iterates 1 … n. Upvalues: table, n. Keeps no state, as `next` does not.
static int sequence_next(lua_State *L) {
  lua_Integer i = lua_tointeger(L, 2), n = lua_tointeger(L, lua_upvalueindex(2)), from = i;
  while (i < n) {
    i++;
    lua_pushinteger(L, i);
    if (lua_rawgeti(L, lua_upvalueindex(1), i) != LUA_TNIL) {
      if (i - from > 1) lb_charge(L, i - from);
      return 2;
    }
    lua_pop(L, 2);
  }
  lb_charge(L, n - from + 1);
  lua_pushnil(L);
  return 1;
}

enum { UP_TABLE = 1, UP_CURSOR, UP_KEYS };  // upvalues of the next two

/// Where a walk is; in a userdata that no script sees.
typedef struct {
  lua_Integer border;    // keys 1 … border come first
  lua_Integer total;     // with the further keys
  lua_Integer position;  // of the last key given, from 1
} cursor;

/// Pushes key `i`: one of 1 … border, or in the further upvalues (`few`), or in a table of them.
static inline void push_cursor_key(lua_State *L, const cursor *c, lua_Integer i, bool few) {
  if (i <= c->border)
    lua_pushinteger(L, i);
  else if (few)
    lua_pushvalue(L, lua_upvalueindex(UP_KEYS - 1 + (int)(i - c->border)));
  else
    lua_rawgeti(L, lua_upvalueindex(UP_KEYS), i - c->border);
}

static bool is_cursor_key(lua_State *L, const cursor *c, lua_Integer i, bool few) {
  push_cursor_key(L, c, i, few);
  bool same = lua_rawequal(L, 2, -1);
  lua_pop(L, 1);
  return same;
}

/// Whether the control variable is the last key given, as it is in every loop.
static inline bool goes_on(lua_State *L, const cursor *c, bool few) {
  if (c->position == 0) return lua_isnil(L, 2);
  if (few && c->position > c->border)
    return lua_rawequal(L, 2, lua_upvalueindex(UP_KEYS - 1 + (int)(c->position - c->border)));
  return is_cursor_key(L, c, c->position, few);
}

/// A control other than the last key given is looked up; nil starts again.
static inline int keys_next(lua_State *L, bool few) {
  cursor *c = lua_touserdata(L, lua_upvalueindex(UP_CURSOR));
  if (lua_gettop(L) != 2) lua_settop(L, 2);
  int64_t steps = 0;
  if (!goes_on(L, c, few)) {
    lua_Integer i = 0;
    if (!lua_isnil(L, 2)) {
      i = c->total;
      while (i > 0 && !is_cursor_key(L, c, i, few)) i--;
      steps = c->total - i;
      if (i == 0) i = c->total;
    }
    c->position = i;
  }
  for (lua_Integer i = c->position; i < c->total;) {
    i++;
    push_cursor_key(L, c, i, few);
    lua_pushvalue(L, -1);
    if (lua_rawget(L, lua_upvalueindex(UP_TABLE)) != LUA_TNIL) {
      c->position = i;
      if (steps > 0) lb_charge(L, steps);
      return 2;
    }
    lua_pop(L, 2);
    steps++;
  }
  lb_charge(L, steps + 1);
  lua_pushnil(L);
  return 1;
}

static int few_keys_next(lua_State *L) { return keys_next(L, true); }
static int many_keys_next(lua_State *L) { return keys_next(L, false); }

/// With the table at 2: pushes the iterator for more keys than fit into a closure.
static void push_many_iterator(lua_State *L, lua_Integer border, plain_context *w) {
  settle(&w->meter);
  lua_settop(L, 2);
  lua_pushvalue(L, 2);
  cursor *c = lua_newuserdatauv(L, sizeof *c, 0);
  c->border = border;
  c->position = 0;
  c->total = border + push_sorted_keys(L, 2, border, false);
  lua_pushcclosure(L, many_keys_next, UP_KEYS);
}

/// With the table at 2 and the first key that is not next in its sequence on top, of which 1 … border were seen:
/// pushes the iterator.
static void push_keys_iterator(lua_State *L, lua_Integer border) {
  key_item keys[FEW], room[FEW];
  plain_context w = {{L, border >> 2}};
  // What is left of the sequence may be anywhere.
  for (; lua_rawgeti(L, 2, border + 1) != LUA_TNIL; border++) {
    lua_pop(L, 1);
    tick(&w.meter, 1);
  }
  lua_pop(L, 1);
  luaL_checkstack(L, 2 * FEW + 16, NULL);
  int base = lua_gettop(L);  // of the keys found
  uint32_t n = 0;
  lua_pushvalue(L, -1);
  for (bool more = true; more;) {
    // A key is on top twice: one stays, the other leads to the next.
    w.meter.steps++;
    if (in_sequence(L, -1, border)) {
      lua_pop(L, 1);
    } else {
      if (n == FEW) return push_many_iterator(L, border, &w);
      read_key(L, -1, &keys[n]);
      keys[n].index = n;
      n++;
    }
    more = lua_next(L, 2);
    if (more) lua_copy(L, -2, -1);
  }
  order_keys(&w, base, keys, room, n);
  settle(&w.meter);
  lua_pushvalue(L, 2);
  cursor *c = lua_newuserdatauv(L, sizeof *c, 0);
  *c = (cursor){border, border + n, 0};
  for (uint32_t i = 0; i < n; i++) lua_pushvalue(L, base + (int)keys[i].index);
  lua_pushcclosure(L, few_keys_next, UP_KEYS - 1 + (int)n);
}

static int pairs_done(lua_State *L, int status, lua_KContext context) {
  (void)L, (void)status, (void)context;
  return 3;
}

int lb_pairs(lua_State *L) {
  luaL_checkany(L, 1);
  if (luaL_getmetafield(L, 1, "__pairs") != LUA_TNIL) {
    lua_pushvalue(L, 1);
    lua_callk(L, 1, 3, 0, pairs_done);
    return 3;
  }
  lua_settop(L, 1);
  push_real(L);
  lua_Integer n = 0;
  bool more = false;
  lua_pushnil(L);
  while (lua_next(L, 2)) {
    lua_pop(L, 1);
    if (!lua_isinteger(L, -1) || lua_tointeger(L, -1) != n + 1) {
      more = true;
      break;
    }
    n++;
    if ((n & 4095) == 0) lb_charge(L, 1024);
  }
  if (more) {
    push_keys_iterator(L, n);
  } else {
    lb_charge(L, 1 + ((n & 4095) >> 2));
    lua_pushvalue(L, 2);
    lua_pushinteger(L, n);
    lua_pushcclosure(L, sequence_next, 2);
  }
  lua_pushvalue(L, 1);
  lua_pushnil(L);
  return 3;
}

// MARK: next

/// Gives the first object among the keys of the table at 3 whose number is above `identity`.
static int next_object(lua_State *L, int64_t identity) {
  lua_Integer count = push_sorted_keys(L, 3, 0, true);
  lb_charge(L, count);
  for (lua_Integer i = 1; i <= count; i++) {
    lua_rawgeti(L, -1, i);
    if (lb_identity(L, -1) > identity) {
      lua_pushvalue(L, -1);
      lua_rawget(L, 3);
      return 2;
    }
    lua_pop(L, 1);
  }
  lua_pushnil(L);
  return 1;
}

/// Gives the key on top with its value.
static int give(lua_State *L) {
  lua_pushvalue(L, -1);
  lua_rawget(L, 3);
  return 2;
}

static bool has_index(lua_State *L, lua_Integer i) {
  bool has = lua_rawgeti(L, 3, i) != LUA_TNIL;
  lua_pop(L, 1);
  return has;
}

/// `next(t, k)`, O(n): goes through the table for the least key after `k`. A key that has left the table keeps
/// its place. Where a walk removes some positive integers but not all, numbers that are none may be met twice or
/// not at all, for what was a sequence cannot be told any more; `pairs` knows.
int lb_next_sorted(lua_State *L) {
  lua_settop(L, 2);
  push_real(L);
  plain_context w = {{L, 1}};
  key_item last = {.kind = 0};
  lua_Integer k = 0;       // the key when it is a positive integer
  lua_Integer border = 0;  // keys 1 … border have been given already
  if (lua_isnil(L, 2)) {
    if (has_index(L, 1)) {
      lua_pushinteger(L, 1);
      return give(L);
    }
  } else {
    read_key(L, 2, &last);
    if (last.kind == KEY_OBJECT) return next_object(L, lb_identity(L, 2));
    int exact;
    lua_Integer i = lua_tointegerx(L, 2, &exact);
    if (last.kind == KEY_NUMBER && exact) {
      last.i = i;
      last.is_float = false;
      if (i >= 1 && i < LUA_MAXINTEGER) k = i;
    }
  }
  bool cleared = false;  // perhaps a walk that removes all it meets
  if (last.kind == KEY_NUMBER) {
    while ((k == 0 || border <= k) && has_index(L, border + 1)) {
      border++;
      tick(&w.meter, 1);
    }
    if (k > 0) {
      cleared = border == 0 && !has_index(L, k);
      if ((cleared || border >= k - 1) && has_index(L, k + 1)) {
        settle(&w.meter);
        lua_pushinteger(L, k + 1);
        return give(L);
      }
      if (border >= k - 1) last.kind = 0;  // the sequence ends here; the other numbers follow
    }
  }
  key_item best = {.kind = 0}, first = {.kind = 0};
  bool objects = false;
  lua_settop(L, 5);  // 4: best, 5: first, the least number
  lua_pushnil(L);
  while (lua_next(L, 3)) {
    lua_pop(L, 1);
    tick(&w.meter, 1);
    if (in_sequence(L, -1, border)) continue;
    key_item key;
    read_key(L, -1, &key);
    if (key.kind == KEY_OBJECT) {
      objects = true;
      continue;
    }
    if (cleared && key.kind == KEY_NUMBER) {
      if (!key.is_float && 1 <= key.i && key.i < k) cleared = false;
      if (first.kind == 0 || key_less(&w.meter, &key, &first)) {
        first = key;
        lua_copy(L, -1, 5);
      }
    }
    if ((last.kind == 0 || key_less(&w.meter, &last, &key)) && (best.kind == 0 || key_less(&w.meter, &key, &best))) {
      best = key;
      lua_copy(L, -1, 4);
    }
  }
  settle(&w.meter);
  // No positive integer up to here is left: as after a sequence, the other numbers follow.
  if (cleared && first.kind != 0) {
    best = first;
    lua_copy(L, 5, 4);
  }
  if (best.kind != 0) {
    lua_settop(L, 4);
    return give(L);
  }
  if (objects) return next_object(L, 0);
  lua_pushnil(L);
  return 1;
}

// MARK: sort

/// The numbers and strings of a plain table; what stands at 1 … n is of one kind.
static void sort_plain_integers(lua_State *L, size_t n, void *buffer) {
  plain_context w = {{L, 0}};
  lua_Integer *a = buffer;
  for (size_t i = 0; i < n; i++) {
    lua_rawgeti(L, 1, (lua_Integer)i + 1);
    a[i] = lua_tointeger(L, -1);
    lua_pop(L, 1);
  }
  sort_integers(&w, a, a + n, n);
  settle(&w.meter);
  for (size_t i = 0; i < n; i++) {
    lua_pushinteger(L, a[i]);
    lua_rawseti(L, 1, (lua_Integer)i + 1);
  }
}

static void sort_plain_floats(lua_State *L, size_t n, void *buffer) {
  plain_context w = {{L, 0}};
  double *a = buffer;
  for (size_t i = 0; i < n; i++) {
    lua_rawgeti(L, 1, (lua_Integer)i + 1);
    a[i] = lua_tonumber(L, -1);
    lua_pop(L, 1);
  }
  sort_floats(&w, a, a + n, n);
  settle(&w.meter);
  for (size_t i = 0; i < n; i++) {
    lua_pushnumber(L, a[i]);
    lua_rawseti(L, 1, (lua_Integer)i + 1);
  }
}

static void sort_plain_numbers(lua_State *L, size_t n, void *buffer) {
  plain_context w = {{L, 0}};
  number_item *a = buffer;
  for (size_t i = 0; i < n; i++) {
    lua_rawgeti(L, 1, (lua_Integer)i + 1);
    a[i].is_float = !lua_isinteger(L, -1);
    if (a[i].is_float)
      a[i].d = lua_tonumber(L, -1);
    else
      a[i].i = lua_tointeger(L, -1);
    lua_pop(L, 1);
  }
  sort_numbers(&w, a, a + n, n);
  settle(&w.meter);
  for (size_t i = 0; i < n; i++) {
    if (a[i].is_float)
      lua_pushnumber(L, a[i].d);
    else
      lua_pushinteger(L, a[i].i);
    lua_rawseti(L, 1, (lua_Integer)i + 1);
  }
}

static void sort_plain_texts(lua_State *L, size_t n, void *buffer) {
  plain_context w = {{L, 0}};
  text_item *a = buffer;
  for (size_t i = 0; i < n; i++) {
    lua_rawgeti(L, 1, (lua_Integer)i + 1);
    a[i].bytes = lua_tolstring(L, -1, &a[i].length);
    a[i].prefix = prefix_of(a[i].bytes, a[i].length);
    a[i].index = (uint32_t)i;
    lua_pop(L, 1);
  }
  sort_texts(&w, a, a + n, n);
  settle(&w.meter);
  // Moves the strings along the cycles of the permutation; nothing here can raise.
  for (size_t i = 0; i < n; i++) {
    if (a[i].index == i) continue;
    lua_rawgeti(L, 1, (lua_Integer)i + 1);
    size_t to = i;
    for (;;) {
      size_t from = a[to].index;
      a[to].index = (uint32_t)to;
      if (from == i) break;
      lua_rawgeti(L, 1, (lua_Integer)from + 1);
      lua_rawseti(L, 1, (lua_Integer)to + 1);
      to = from;
    }
    lua_rawseti(L, 1, (lua_Integer)to + 1);
  }
}

enum { FEW_BYTES = 4096 };  // of temporary room on the C stack

/// Sorts a table without a metatable whose elements are all numbers or all strings; false when it is not one.
static bool sort_plain(lua_State *L, size_t n) {
  enum { INTEGERS = 1, FLOATS = 2, TEXTS = 4, OTHER = 8 };
  int kinds = 0;
  for (size_t i = 1; i <= n && (kinds <= TEXTS); i++) {
    int type = lua_rawgeti(L, 1, (lua_Integer)i);
    kinds |= type == LUA_TNUMBER ? (lua_isinteger(L, -1) ? INTEGERS : FLOATS) : type == LUA_TSTRING ? TEXTS : OTHER;
    lua_pop(L, 1);
  }
  if (kinds > TEXTS) return false;
  lb_charge(L, (int64_t)(n >> 1));
  size_t item = kinds == TEXTS ? sizeof(text_item) : kinds == (INTEGERS | FLOATS) ? sizeof(number_item) : 8;
  uint64_t few[FEW_BYTES / 8];
  void *buffer = 2 * n * item <= sizeof few ? (void *)few : lua_newuserdatauv(L, 2 * n * item, 0);
  switch (kinds) {
    case INTEGERS: sort_plain_integers(L, n, buffer); break;
    case FLOATS: sort_plain_floats(L, n, buffer); break;
    case TEXTS: sort_plain_texts(L, n, buffer); break;
    default: sort_plain_numbers(L, n, buffer);
  }
  return true;
}

/// Sorting by comparisons that may call Lua: indexes of the elements are sorted.
typedef struct {
  meter meter;
  int values;      // the elements: on the stack from here on, or in the table at −values
  bool by_function;
} index_context;

static inline void push_element(lua_State *L, int values, uint32_t i) {
  if (values > 0)
    lua_pushvalue(L, values + (int)i);
  else
    lua_rawgeti(L, -values, (lua_Integer)i + 1);
}

static bool element_less(index_context *w, uint32_t a, uint32_t b) {
  lua_State *L = w->meter.L;
  bool less;
  if (w->by_function) {
    lua_pushvalue(L, 2);
    push_element(L, w->values, a);
    push_element(L, w->values, b);
    lua_call(L, 2, 1);
    less = lua_toboolean(L, -1);
    lua_pop(L, 1);
  } else {
    push_element(L, w->values, a);
    push_element(L, w->values, b);
    less = lua_compare(L, -2, -1, LUA_OPLT);
    lua_pop(L, 2);
  }
  return less;
}

#define ELEMENT_LESS(w, x, y) element_less((w), (x), (y))
MERGE_SORT(sort_elements, uint32_t, index_context, 1, ELEMENT_LESS)

static const char *const READ = "__index", *const WRITE = "__newindex", *const LENGTH = "__len";

/// Raises unless the argument is a table or has the metamethods named (NULL: none).
static void check_table(lua_State *L, int arg, const char *a, const char *b, const char *c) {
  if (lua_type(L, arg) == LUA_TTABLE) return;
  const char *const wanted[] = {a, b, c};
  for (int i = 0; i < 3; i++) {
    if (wanted[i] == NULL) continue;
    if (luaL_getmetafield(L, arg, wanted[i]) == LUA_TNIL) luaL_checktype(L, arg, LUA_TTABLE);
    lua_pop(L, 1);
  }
}

/// `table.sort`, stable and without chance: equal elements keep their order.
int lb_tab_sort(lua_State *L) {
  check_table(L, 1, READ, WRITE, LENGTH);
  lua_Integer length = luaL_len(L, 1);
  if (length < 2) return 0;
  luaL_argcheck(L, length < INT_MAX, 1, "array too big");
  bool by_function = !lua_isnoneornil(L, 2);
  if (by_function) luaL_checktype(L, 2, LUA_TFUNCTION);
  lua_settop(L, 2);
  size_t n = (size_t)length;
  if (!by_function) {
    if (lua_type(L, 1) == LUA_TTABLE && !lua_getmetatable(L, 1)) {
      if (sort_plain(L, n)) return 0;
    }
    lua_settop(L, 2);
  }
  index_context w = {{L, 0}, 3, by_function};
  if (n <= FEW) {
    luaL_checkstack(L, FEW + 16, NULL);
    for (size_t i = 0; i < n; i++) lua_geti(L, 1, (lua_Integer)i + 1);
  } else {
    lua_Unsigned present = lua_rawlen(L, 1);
    lua_createtable(L, lua_type(L, 1) == LUA_TTABLE && present >= n ? (int)n : 0, 0);
    w.values = -3;
    for (size_t i = 1; i <= n; i++) {
      lua_geti(L, 1, (lua_Integer)i);
      lua_rawseti(L, 3, (lua_Integer)i);
      tick(&w.meter, 1);
    }
  }
  uint32_t few[2 * FEW];
  uint32_t *order = n <= FEW ? few : lua_newuserdatauv(L, 2 * n * sizeof *order, 0);
  for (size_t i = 0; i < n; i++) order[i] = (uint32_t)i;
  sort_elements(&w, order, order + n, n);
  settle(&w.meter);
  for (size_t i = 0; i < n; i++) {
    tick(&w.meter, 1);
    push_element(L, w.values, order[i]);
    lua_seti(L, 1, (lua_Integer)i + 1);
  }
  settle(&w.meter);
  return 0;
}

// MARK: move, concat, unpack

static const lua_Integer MAX_MOVED = 10000000, MAX_UNPACKED = 1000000;

int lb_tab_move(lua_State *L) {
  lua_Integer from = luaL_checkinteger(L, 2), to = luaL_checkinteger(L, 3), at = luaL_checkinteger(L, 4);
  int target = lua_isnoneornil(L, 5) ? 1 : 5;
  check_table(L, 1, READ, NULL, NULL);
  check_table(L, target, WRITE, NULL, NULL);
  if (to >= from) {
    luaL_argcheck(L, from > 0 || to < LUA_MAXINTEGER + from, 3, "too many elements to move");
    lua_Integer n = to - from + 1;
    luaL_argcheck(L, at <= LUA_MAXINTEGER - n + 1, 4, "destination wrap around");
    if (n > MAX_MOVED)
      return luaL_error(L, "table.move: %I elements are more than the %I allowed", (LUAI_UACINT)n, (LUAI_UACINT)MAX_MOVED);
    meter w = {L, 0};
    bool upwards = at > to || at <= from || (target != 1 && !lua_compare(L, 1, target, LUA_OPEQ));
    for (lua_Integer i = 0; i < n; i++) {
      lua_Integer offset = upwards ? i : n - 1 - i;
      lua_geti(L, 1, from + offset);
      lua_seti(L, target, at + offset);
      tick(&w, 1);
    }
    settle(&w);
  }
  lua_pushvalue(L, target);
  return 1;
}

int lb_tab_concat(lua_State *L) {
  check_table(L, 1, READ, LENGTH, NULL);
  lua_Integer last = luaL_len(L, 1);
  size_t sep_length;
  const char *sep = luaL_optlstring(L, 2, "", &sep_length);
  lua_Integer i = luaL_optinteger(L, 3, 1);
  last = luaL_optinteger(L, 4, last);
  meter w = {L, 1};
  luaL_Buffer b;
  luaL_buffinit(L, &b);
  if (i <= last)
    for (;; i++) {
      lua_geti(L, 1, i);
      if (!lua_isstring(L, -1))
        return luaL_error(L, "invalid value (%s) at index %I in table for 'concat'", luaL_typename(L, -1), (LUAI_UACINT)i);
      tick(&w, 1 + (int64_t)((lua_rawlen(L, -1) + sep_length) >> 4));
      luaL_addvalue(&b);
      if (i == last) break;
      luaL_addlstring(&b, sep, sep_length);
    }
  settle(&w);
  luaL_pushresult(&b);
  return 1;
}

int lb_tab_unpack(lua_State *L) {
  lua_Integer i = luaL_optinteger(L, 2, 1);
  lua_Integer last = lua_isnoneornil(L, 3) ? luaL_len(L, 1) : luaL_checkinteger(L, 3);
  if (i > last) return 0;
  lua_Unsigned n = (lua_Unsigned)last - (lua_Unsigned)i;
  if (n >= (lua_Unsigned)MAX_UNPACKED || !lua_checkstack(L, (int)++n)) return luaL_error(L, "too many results to unpack");
  lb_charge(L, (int64_t)n);
  for (; i < last; i++) lua_geti(L, 1, i);
  lua_geti(L, 1, last);
  return (int)n;
}

// MARK: tostring

const char *lb_describe(lua_State *L, int index, size_t *length) {
  index = lua_absindex(L, index);
  int type = lua_type(L, index);
  switch (type) {
    case LUA_TTABLE:
    case LUA_TFUNCTION:
    case LUA_TUSERDATA:
    case LUA_TLIGHTUSERDATA:
    case LUA_TTHREAD:
      break;
    default:
      return luaL_tolstring(L, index, length);
  }
  if (luaL_callmeta(L, index, "__tostring")) {
    if (!lua_isstring(L, -1)) luaL_error(L, "'__tostring' must return a string");
    return lua_tolstring(L, -1, length);
  }
  const char *kind = lua_typename(L, type);
  int named = luaL_getmetafield(L, index, "__name");
  if (named == LUA_TSTRING) kind = lua_tostring(L, -1);
  lua_pushfstring(L, "%s: %I", kind, (LUAI_UACINT)lb_identity(L, index));
  if (named != LUA_TNIL) lua_remove(L, -2);
  return lua_tolstring(L, -1, length);
}

int lb_tostring(lua_State *L) {
  luaL_checkany(L, 1);
  lb_describe(L, 1, NULL);
  return 1;
}
