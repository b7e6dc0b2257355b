/// `table.sort`, with every step charged to the running call.
#include "lb_sorting.h"
#include "lb_table.h"

#define PLAIN_LESS(w, x, y) ((x) < (y))
#define NUMBER_LESS(w, x, y) number_less((x), (y))
#define TEXT_LESS(w, x, y) \
  ((x).prefix != (y).prefix ? (x).prefix < (y).prefix \
                            : text_less(&(w)->meter, (x).bytes, (x).length, (y).bytes, (y).length))
MERGE_SORT(sort_integers, lua_Integer, plain_context, 8, PLAIN_LESS)
MERGE_SORT(sort_floats, double, plain_context, 8, PLAIN_LESS)
MERGE_SORT(sort_numbers, number_item, plain_context, 8, NUMBER_LESS)
MERGE_SORT(sort_texts, text_item, plain_context, 8, TEXT_LESS)

/// Defines the sorting of a plain table whose elements at 1 … n are numbers of one kind.
#define SORT_PLAIN(name, item, sort, READ, PUSH)             \
  static void name(lua_State *L, size_t n, void *buffer) {   \
    plain_context w = {{L, 0}};                              \
    item *a = buffer;                                        \
    for (size_t i = 0; i < n; i++) {                         \
      lua_rawgeti(L, 1, (lua_Integer)i + 1);                 \
      a[i] = READ(L, -1);                                    \
      lua_pop(L, 1);                                         \
    }                                                        \
    sort(&w, a, a + n, n);                                   \
    settle(&w.meter);                                        \
    for (size_t i = 0; i < n; i++) {                         \
      PUSH(L, a[i]);                                         \
      lua_rawseti(L, 1, (lua_Integer)i + 1);                 \
    }                                                        \
  }

static number_item to_number(lua_State *L, int index) {
  if (lua_isinteger(L, index)) return (number_item){.i = lua_tointeger(L, index)};
  return (number_item){.d = lua_tonumber(L, index), .is_float = true};
}

static void push_number(lua_State *L, number_item number) {
  if (number.is_float)
    lua_pushnumber(L, number.d);
  else
    lua_pushinteger(L, number.i);
}

SORT_PLAIN(sort_plain_integers, lua_Integer, sort_integers, lua_tointeger, lua_pushinteger)
SORT_PLAIN(sort_plain_floats, double, sort_floats, lua_tonumber, lua_pushnumber)
SORT_PLAIN(sort_plain_numbers, number_item, sort_numbers, to_number, push_number)

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

/// `table.sort`, stable and without chance: equal elements keep their order.
int lb_tab_sort(lua_State *L) {
  lb_check_table(L, 1, READ, WRITE, LENGTH);
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
