// Functions of Lua's own whose work grows with a string, with the bytes charged to the running call.
#include <string.h>

#include "lb_internal.h"

// Each charges the bytes to be read, then continues as the function in upvalue 1.
static int go_on(lua_State *L, int64_t bytes) {
  if (bytes > 1) lb_charge(L, bytes >> 1);
  return lua_tocfunction(L, lua_upvalueindex(1))(L);
}

static lua_Integer string_length(lua_State *L) {
  return lua_type(L, 1) == LUA_TSTRING ? (lua_Integer)lua_rawlen(L, 1) : 0;
}

static lua_Integer position(lua_Integer i, lua_Integer length) { return i >= 0 ? i : i < -length ? 0 : length + i + 1; }

// f(s, …) reads all of s.
static int charge_whole(lua_State *L) { return go_on(L, string_length(L)); }

// f(s, i, j) reads from i to j, which is the end for utf8.len and i for others. upvalue 2: whether it is the end.
static int charge_range(lua_State *L) {
  lua_Integer length = string_length(L), from = luaL_optinteger(L, 2, 1);
  lua_Integer to = luaL_optinteger(L, 3, lua_toboolean(L, lua_upvalueindex(2)) ? -1 : from);
  from = position(from, length);
  to = position(to, length);
  return go_on(L, (to < length ? to : length) - (from < length ? from : length));
}

// utf8.offset(s, n, i) reads forward or back from i, over an unknown distance.
static int charge_offset(lua_State *L) {
  lua_Integer length = string_length(L), n = luaL_optinteger(L, 2, 1);
  lua_Integer from = position(luaL_optinteger(L, 3, n > 0 ? 1 : length + 1), length);
  int results = go_on(L, 0);
  lua_Integer end = lua_isinteger(L, -1) ? lua_tointeger(L, -1) : n > 0 ? length : 1;
  lb_charge(L, (end > from ? end - from : from - end) >> 1);
  return results;
}

static const struct {
  const char *library, *name;
  lua_CFunction function;
  bool to_end;
} charged[] = {
    {"_G", "tonumber", charge_whole, false},       {"string", "lower", charge_whole, false},
    {"string", "upper", charge_whole, false},      {"string", "reverse", charge_whole, false},
    {"string", "pack", charge_whole, false},       {"string", "packsize", charge_whole, false},
    {"string", "unpack", charge_whole, false},     {"string", "byte", charge_range, false},
    {"utf8", "codepoint", charge_range, false},    {"utf8", "len", charge_range, true},
    {"utf8", "offset", charge_offset, false},      {"coroutine", "close", lb_co_close, false},
};

void lb_charge_library(lua_State *L, const char *library) {
  for (size_t i = 0; i < sizeof charged / sizeof *charged; i++) {
    if (strcmp(charged[i].library, library) != 0) continue;
    lua_getfield(L, -1, charged[i].name);
    lua_pushboolean(L, charged[i].to_end);
    lua_pushcclosure(L, charged[i].function, 2);
    lua_setfield(L, -2, charged[i].name);
  }
}
