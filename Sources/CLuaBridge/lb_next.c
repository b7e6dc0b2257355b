/// `next`, which keeps nothing from one key to the following one in the order of lb_keys.c.
#include "lb_keys.h"

/// Gives the first object among the keys of the table at 3 whose number is above `identity`.
static int next_object(lua_State *L, int64_t identity) {
  lua_Integer count = lb_push_sorted_keys(L, 3, 0, true);
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

/// One search for the key after another.
typedef struct {
  plain_context w;
  key_item last;       // the key before; of kind 0 if there is none
  lua_Integer k;       // that key when it is a positive integer, else 0
  lua_Integer border;  // keys 1 … border have been given already
  bool cleared;        // perhaps a walk that removes all it meets
} key_search;

/// Reads the key before, which is at index 2 and not nil.
static void read_last(lua_State *L, key_search *s) {
  read_key(L, 2, &s->last);
  if (s->last.kind != KEY_NUMBER) return;
  int exact;
  lua_Integer i = lua_tointegerx(L, 2, &exact);
  if (!exact) return;
  s->last.i = i;
  s->last.is_float = false;
  if (i >= 1 && i < LUA_MAXINTEGER) s->k = i;
}

/// Whether the next key is the one after a number in the sequence.
static bool is_in_sequence(lua_State *L, key_search *s) {
  while ((s->k == 0 || s->border <= s->k) && has_index(L, s->border + 1)) {
    s->border++;
    tick(&s->w.meter, 1);
  }
  if (s->k == 0) return false;
  s->cleared = s->border == 0 && !has_index(L, s->k);
  if ((s->cleared || s->border >= s->k - 1) && has_index(L, s->k + 1)) return true;
  if (s->border >= s->k - 1) s->last.kind = 0;  // the sequence ends here; the other numbers follow
  return false;
}

/// Puts the least key after the last into slot 4; whether there is one.
static bool find_least(lua_State *L, key_search *s, bool *objects) {
  key_item best = {.kind = 0}, first = {.kind = 0};
  lua_settop(L, 5);  // 4: best, 5: first, the least number
  lua_pushnil(L);
  while (lua_next(L, 3)) {
    lua_pop(L, 1);
    tick(&s->w.meter, 1);
    if (in_sequence(L, -1, s->border)) continue;
    key_item key;
    read_key(L, -1, &key);
    if (key.kind == KEY_OBJECT) {
      *objects = true;
      continue;
    }
    if (s->cleared && key.kind == KEY_NUMBER) {
      if (!key.is_float && 1 <= key.i && key.i < s->k) s->cleared = false;
      if (first.kind == 0 || key_less(&s->w.meter, &key, &first)) {
        first = key;
        lua_copy(L, -1, 5);
      }
    }
    if ((s->last.kind == 0 || key_less(&s->w.meter, &s->last, &key))
        && (best.kind == 0 || key_less(&s->w.meter, &key, &best))) {
      best = key;
      lua_copy(L, -1, 4);
    }
  }
  settle(&s->w.meter);
  // No positive integer up to here is left: as after a sequence, the other numbers follow.
  if (s->cleared && first.kind != 0) {
    best = first;
    lua_copy(L, 5, 4);
  }
  return best.kind != 0;
}

/// `next(t, k)`, O(n): goes through the table for the least key after `k`. A key that has left the table keeps
/// its place. Where a walk removes some positive integers but not all, numbers that are none may be met twice or
/// not at all, for what was a sequence cannot be told any more; `pairs` knows.
int lb_next_sorted(lua_State *L) {
  lua_settop(L, 2);
  lb_push_real(L);
  key_search s = {.w = {{L, 1}}};
  if (!lua_isnil(L, 2)) {
    read_last(L, &s);
    if (s.last.kind == KEY_OBJECT) return next_object(L, lb_identity(L, 2));
  } else if (has_index(L, 1)) {
    lua_pushinteger(L, 1);
    return give(L);
  }
  if (s.last.kind == KEY_NUMBER && is_in_sequence(L, &s)) {
    settle(&s.w.meter);
    lua_pushinteger(L, s.k + 1);
    return give(L);
  }
  bool objects = false;
  if (find_least(L, &s, &objects)) {
    lua_settop(L, 4);
    return give(L);
  }
  if (objects) return next_object(L, 0);
  lua_pushnil(L);
  return 1;
}
