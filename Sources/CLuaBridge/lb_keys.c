/// The keys of a table in an order that does not depend on hashes.
///
/// The order: 1 … n as far as there is no gap, then the other numbers ascending, strings in byte order, false, true,
/// and last tables, functions, userdata and threads: host objects by what they say they are, others by birth.
#include "lb_sorting.h"

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

// Most keys are strings that differ early.
#define KEY_LESS(w, x, y)                                                                    \
  ((x).kind == KEY_TEXT && (y).kind == KEY_TEXT && (x).prefix != (y).prefix && (x).group == (y).group \
       ? (x).prefix < (y).prefix                                                            \
       : key_less(&(w)->meter, &(x), &(y)))
MERGE_SORT(sort_keys, key_item, plain_context, 8, KEY_LESS)

// MARK: Keys in order

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

/// Pushes the table at 1 or, for a proxy, the table behind it; returns its position.
static void push_real(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  if (lua_getmetatable(L, 1)) {
    bool is_proxy = lua_rawgetp(L, -1, &lb_key_real) == LUA_TTABLE;
    lua_remove(L, -2);
    if (is_proxy) return;
    lua_pop(L, 1);
  }
  lua_pushvalue(L, 1);
}

/// Iterates 1 … n. Upvalues: table, n. Keeps no state, as `next` does not.
static int sequence_next(lua_State *L) {
  lua_Integer i = lua_tointeger(L, 2), n = lua_tointeger(L, lua_upvalueindex(2));
  // Called by hand it may be asked for what follows any number.
  if (i < 0) i = 0;
  lua_Integer from = i;
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
