/// Keys of tables as lb_keys.c orders them for lb_pairs.c and lb_next.c.
#pragma once

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

static inline bool key_less(meter *w, const key_item *a, const key_item *b) {
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
static inline void read_key(lua_State *L, int index, key_item *key) {
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

/// Whether the value at `index` is one of 1 … n.
static inline bool in_sequence(lua_State *L, int index, lua_Integer n) {
  if (n == 0 || !lua_isinteger(L, index)) return false;
  lua_Integer i = lua_tointeger(L, index);
  return 1 <= i && i <= n;
}

/// Sorts `keys`, with `room` for as many; objects come last: by type, then host objects that say what they are (a
/// region, a date) by their text, which is the same whoever made them, and all others by birth. An object that
/// had no number gets the next one in this order. The keys are on the stack from `base` on, or in the table at −`base`.
void lb_order_keys(plain_context *w, int base, key_item *keys, key_item *room, uint32_t n);
/// Pushes a table of the keys of the table at `t` that are not 1 … `border`, in order; returns their number.
/// With `only_objects`, only those that are objects.
lua_Integer lb_push_sorted_keys(lua_State *L, int t, lua_Integer border, bool only_objects);
/// Pushes the table at 1 or, for a proxy, the table behind it.
void lb_push_real(lua_State *L);
