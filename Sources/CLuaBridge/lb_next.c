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

/// `next(t, k)`, O(n): goes through the table for the least key after `k`. A key that has left the table keeps
/// its place. Where a walk removes some positive integers but not all, numbers that are none may be met twice or
/// not at all, for what was a sequence cannot be told any more; `pairs` knows.
int lb_next_sorted(lua_State *L) {
  lua_settop(L, 2);
  lb_push_real(L);
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
