/// The keys of a table in an order that does not depend on hashes.
///
/// The order: 1 … n as far as there is no gap, then the other numbers ascending, strings in byte order, false, true,
/// and last tables, functions, userdata and threads: host objects by what they say they are, others by birth.
#include "lb_keys.h"

// Most keys are strings that differ early.
#define KEY_LESS(w, x, y)                                                                    \
  ((x).kind == KEY_TEXT && (y).kind == KEY_TEXT && (x).prefix != (y).prefix && (x).group == (y).group \
       ? (x).prefix < (y).prefix                                                            \
       : key_less(&(w)->meter, &(x), &(y)))
MERGE_SORT(sort_keys, key_item, plain_context, 8, KEY_LESS)

/// Where keys are kept: on the stack from `base` on, or in the table at −`base`.
static void push_key(lua_State *L, int base, uint32_t i) {
  if (base > 0)
    lua_pushvalue(L, base + (int)i);
  else
    lua_rawgeti(L, -base, (lua_Integer)i + 1);
}

void lb_order_keys(plain_context *w, int base, key_item *keys, key_item *room, uint32_t n) {
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

lua_Integer lb_push_sorted_keys(lua_State *L, int t, lua_Integer border, bool only_objects) {
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
  lb_order_keys(&w, -unsorted, keys, keys + count, n);
  for (uint32_t i = 0; i < n; i++) {
    lua_rawgeti(L, unsorted, (lua_Integer)keys[i].index + 1);
    lua_rawseti(L, result, (lua_Integer)i + 1);
  }
  settle(&w.meter);
  lua_settop(L, result);
  return n;
}

void lb_push_real(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  if (lua_getmetatable(L, 1)) {
    bool is_proxy = lua_rawgetp(L, -1, &lb_key_real) == LUA_TTABLE;
    lua_remove(L, -2);
    if (is_proxy) return;
    lua_pop(L, 1);
  }
  lua_pushvalue(L, 1);
}
