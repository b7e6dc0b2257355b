/// `pairs`: the keys of a table in the order of lb_keys.c, found when the walk begins.
#include "lb_keys.h"

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
  c->total = border + lb_push_sorted_keys(L, 2, border, false);
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
  lb_order_keys(&w, base, keys, room, n);
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
  lb_push_real(L);
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
