// The libraries of a script: Lua's own without what reaches outside, runs unbounded or shows hash order.
#include <string.h>

#include "lb_internal.h"

// MARK: Protected calls that cannot outlive a stopped script

static int finish_pcall(lua_State *L, int status, lua_KContext extra) {
  if (status != LUA_OK && status != LUA_YIELD) {
    // No handler of the script may keep a call alive that the limits ended.
    if (status == LUA_ERRMEM) lb_trip(L, LB_NO_MEMORY);
    if (lb_is_tripped(L)) return lua_error(L);
    // Catching shrinks the stack, at a cost that grows with how deep it is; what is deep is also large.
    lb_charge(L, 100 + lb_get(L)->current->bytes / 512);
    lua_pushboolean(L, 0);
    lua_pushvalue(L, -2);
    return 2;
  }
  return lua_gettop(L) - (int)extra;
}

static int safe_pcall(lua_State *L) {
  luaL_checkany(L, 1);
  lua_pushboolean(L, 1);
  lua_insert(L, 1);
  int status = lua_pcallk(L, lua_gettop(L) - 2, LUA_MULTRET, 0, 0, finish_pcall);
  return finish_pcall(L, status, 0);
}

static int safe_xpcall(lua_State *L) {
  int arguments = lua_gettop(L) - 2;
  luaL_checktype(L, 2, LUA_TFUNCTION);
  // [f, handler, …] → [f, handler, true, f, …]
  lua_pushboolean(L, 1);
  lua_pushvalue(L, 1);
  lua_rotate(L, 3, 2);
  int status = lua_pcallk(L, arguments, LUA_MULTRET, 2, 2, finish_pcall);
  return finish_pcall(L, status, 2);
}

// Resumes `co` with the `count` values on top of L. Returns the number of results moved to L, or −1 with the error.
static int resume(lua_State *L, lua_State *co, int count) {
  // Closing variables while a stopped call unwinds must not start anything new.
  if (lb_is_tripped(L)) return luaL_error(L, "stopped");
  lb_charge(L, 16);
  if (!lua_checkstack(co, count)) {
    lua_pushliteral(L, "too many arguments to resume");
    return -1;
  }
  lua_xmove(L, co, count);
  int results;
  int status = lua_resume(co, L, count, &results);
  if (status == LUA_OK || status == LUA_YIELD) {
    if (!lua_checkstack(L, results + 1)) {
      lua_pop(co, results);
      lua_pushliteral(L, "too many results to resume");
      return -1;
    }
    lua_xmove(co, L, results);
    return results;
  }
  lua_xmove(co, L, 1);
  if (status == LUA_ERRMEM) lb_trip(L, LB_NO_MEMORY);
  if (lb_is_tripped(L)) return lua_error(L);
  return -1;
}

static int safe_resume(lua_State *L) {
  lua_State *co = lua_tothread(L, 1);
  luaL_argexpected(L, co != NULL, 1, "coroutine");
  int results = resume(L, co, lua_gettop(L) - 1);
  if (results < 0) {
    lua_pushboolean(L, 0);
    lua_insert(L, -2);
    return 2;
  }
  lua_pushboolean(L, 1);
  lua_insert(L, -(results + 1));
  return results + 1;
}

static int call_wrapped(lua_State *L) {
  lua_State *co = lua_tothread(L, lua_upvalueindex(1));
  int results = resume(L, co, lua_gettop(L));
  if (results >= 0) return results;
  int status = lua_status(co);
  if (status != LUA_OK && status != LUA_YIELD) {
    lua_resetthread(co);
    // The object to raise lies on L already; closing may have replaced it.
    lua_settop(co, 0);
  }
  if (lua_type(L, -1) == LUA_TSTRING) {
    luaL_where(L, 1);
    lua_insert(L, -2);
    lua_concat(L, 2);
  }
  return lua_error(L);
}

static int safe_create(lua_State *L) {
  luaL_checktype(L, 1, LUA_TFUNCTION);
  lua_State *co = lua_newthread(L);
  lua_pushvalue(L, 1);
  lua_xmove(L, co, 1);
  lb_watch(L, co);
  return 1;
}

static int safe_wrap(lua_State *L) {
  safe_create(L);
  lua_pushcclosure(L, call_wrapped, 1);
  return 1;
}

// MARK: Read-only tables of the host

// Replaces the proxy at index by its table; false if it is not a proxy.
static bool unwrap(lua_State *L, int index) {
  if (lua_type(L, index) != LUA_TTABLE || !lua_getmetatable(L, index)) return false;
  if (lua_rawgetp(L, -1, &lb_key_real) == LUA_TTABLE) {
    lua_replace(L, index);
    lua_pop(L, 1);
    return true;
  }
  lua_pop(L, 2);
  return false;
}

static bool is_locked(lua_State *L, int index) {
  if (lb_toclass(L, index) != NULL) return true;
  if (lua_type(L, index) != LUA_TTABLE || !lua_getmetatable(L, index)) return false;
  bool locked = lua_rawgetp(L, -1, &lb_key_real) == LUA_TTABLE;
  lua_pop(L, 2);
  return locked;
}

static int safe_rawget(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  luaL_checkany(L, 2);
  lua_settop(L, 2);
  unwrap(L, 1);
  lua_rawget(L, 1);
  return 1;
}

static int safe_rawset(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  luaL_checkany(L, 2);
  luaL_checkany(L, 3);
  lua_settop(L, 3);
  if (is_locked(L, 1)) return luaL_error(L, "rawset: this table belongs to the host and cannot be changed");
  luaL_argcheck(L, !lua_isnil(L, 2), 2, "index is nil");
  luaL_argcheck(L, lua_type(L, 2) != LUA_TNUMBER || lua_rawequal(L, 2, 2), 2, "index is NaN");
  lua_rawset(L, 1);
  return 1;
}

static int safe_setmetatable(lua_State *L) {
  int type = lua_type(L, 2);
  luaL_checktype(L, 1, LUA_TTABLE);
  luaL_argexpected(L, type == LUA_TNIL || type == LUA_TTABLE, 2, "nil or table");
  if (luaL_getmetafield(L, 1, "__metatable") != LUA_TNIL) return luaL_error(L, "cannot change a protected metatable");
  if (type == LUA_TTABLE) {
    // A finalizer would run at a time that depends on memory, in the middle of another call.
    lua_pushliteral(L, "__gc");
    if (lua_rawget(L, 2) != LUA_TNIL) return luaL_error(L, "__gc is not available to scripts");
  }
  lua_settop(L, 2);
  lua_setmetatable(L, 1);
  return 1;
}

// MARK: Loading

// Compiling takes some 40 ns a byte, and grows with the square of a long chain of `elseif`.
enum { LOAD_COST = 8, MAX_LOAD = 1 << 20 };

static void charge_load(lua_State *L, size_t *total, size_t size) {
  *total += size;
  if (*total > MAX_LOAD) luaL_error(L, "load: the text is longer than the %d bytes allowed", MAX_LOAD);
  lb_charge(L, LOAD_COST * (int64_t)size);
}

// upvalue: none; load(chunk [, name [, mode [, env]]])
static const char *read_piece(lua_State *L, void *data, size_t *size) {
  luaL_checkstack(L, 2, "too many nested functions");
  lua_pushvalue(L, 1);
  lua_call(L, 0, 1);
  if (lua_isnil(L, -1)) {
    lua_pop(L, 1);
    *size = 0;
    return NULL;
  }
  if (lua_type(L, -1) != LUA_TSTRING) luaL_error(L, "reader function must return a string");
  lua_replace(L, 5);
  const char *piece = lua_tolstring(L, 5, size);
  charge_load(L, data, *size);
  return piece;
}

static int safe_load(lua_State *L) {
  bool has_env = lua_gettop(L) >= 4;
  size_t length;
  const char *text = lua_type(L, 1) == LUA_TSTRING ? lua_tolstring(L, 1, &length) : NULL;
  const char *name = luaL_optstring(L, 2, text != NULL ? text : "=(load)");
  const char *mode = luaL_optstring(L, 3, "t");
  if (strchr(mode, 't') == NULL) return luaL_error(L, "load: bytecode is not available to scripts");
  if (text == NULL) luaL_checktype(L, 1, LUA_TFUNCTION);
  lua_settop(L, 5);
  size_t total = 0;
  if (text != NULL) charge_load(L, &total, length);
  int status = text != NULL ? luaL_loadbufferx(L, text, length, name, "t") : lua_load(L, read_piece, &total, name, "t");
  if (status != LUA_OK) {
    if (status == LUA_ERRMEM) lb_trip(L, LB_NO_MEMORY);
    if (lb_is_tripped(L)) return lua_error(L);
    lua_pushnil(L);
    lua_insert(L, -2);
    return 2;
  }
  if (has_env)
    lua_pushvalue(L, 4);
  else
    lb_push_globals(L, lb_get(L)->current);
  if (lua_setupvalue(L, -2, 1) == NULL) lua_pop(L, 1);
  return 1;
}

static int safe_require(lua_State *L) { return lb_enter(L, LB_MEMBER_REQUIRE); }

static int count_garbage(lua_State *L) {
  const char *option = luaL_optstring(L, 1, "collect");
  if (strcmp(option, "count") == 0) {
    lua_pushnumber(L, (double)lb_get(L)->current->bytes / 1024.0);
    return 1;
  }
  // The host collects garbage for all script instances together.
  static const char *const known[] = {"collect", "stop", "restart", "step", "isrunning", "generational", "incremental", "setpause", "setstepmul", NULL};
  for (int i = 0; known[i] != NULL; i++) {
    if (strcmp(option, known[i]) == 0) {
      lua_pushinteger(L, 0);
      return 1;
    }
  }
  return luaL_argerror(L, 1, lua_pushfstring(L, "invalid option '%s'", option));
}

// MARK: Random numbers, a sequence for each copy

static uint64_t rotate_left(uint64_t x, int n) { return (x << n) | (x >> (64 - n)); }

static uint64_t next_random(uint64_t *s) {
  // xoshiro256** 1.0 (Blackman, Vigna 2018), the generator of Lua 5.4 too.
  uint64_t result = rotate_left(s[1] * 5, 7) * 9, t = s[1] << 17;
  s[2] ^= s[0];
  s[3] ^= s[1];
  s[1] ^= s[2];
  s[0] ^= s[3];
  s[2] ^= t;
  s[3] = rotate_left(s[3], 45);
  return result;
}

static int random_number(lua_State *L) {
  uint64_t *state = lb_get(L)->current->random;
  lua_Integer low = 1, high;
  switch (lua_gettop(L)) {
    case 0:
      lua_pushnumber(L, (double)(next_random(state) >> 11) * 0x1p-53);
      return 1;
    case 1:
      high = luaL_checkinteger(L, 1);
      if (high == 0) {
        lua_pushinteger(L, (lua_Integer)next_random(state));
        return 1;
      }
      break;
    case 2:
      low = luaL_checkinteger(L, 1);
      high = luaL_checkinteger(L, 2);
      break;
    default:
      return luaL_error(L, "wrong number of arguments");
  }
  luaL_argcheck(L, low <= high, lua_gettop(L), "interval is empty");
  uint64_t range = (uint64_t)high - (uint64_t)low, mask = range, value;
  for (int shift = 1; shift < 64; shift *= 2) mask |= mask >> shift;
  do value = next_random(state) & mask;
  while (value > range);
  lua_pushinteger(L, (lua_Integer)(value + (uint64_t)low));
  return 1;
}

static int seed_random(lua_State *L) {
  lua_Integer seed = 0;
  if (!lua_isnoneornil(L, 1)) {
    int exact;
    seed = lua_tointegerx(L, 1, &exact);
    if (!exact) {
      lua_Number number = luaL_checknumber(L, 1);
      memcpy(&seed, &number, sizeof seed);
    }
  }
  lb_seed(lb_get(L)->current, (uint64_t)seed);
  return 0;
}

// MARK: Functions of Lua's own whose work grows with a string

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
    {"utf8", "offset", charge_offset, false},
};

// Replaces a library's functions by charging ones, in the table on top.
static void charge_library(lua_State *L, const char *library) {
  for (size_t i = 0; i < sizeof charged / sizeof *charged; i++) {
    if (strcmp(charged[i].library, library) != 0) continue;
    lua_getfield(L, -1, charged[i].name);
    lua_pushboolean(L, charged[i].to_end);
    lua_pushcclosure(L, charged[i].function, 2);
    lua_setfield(L, -2, charged[i].name);
  }
}

// MARK: Assembly

static const luaL_Reg replaced_base[] = {
    {"pcall", safe_pcall},     {"xpcall", safe_xpcall},           {"rawget", safe_rawget},
    {"rawset", safe_rawset},   {"setmetatable", safe_setmetatable}, {"load", safe_load},
    {"require", safe_require}, {"collectgarbage", count_garbage}, {"pairs", lb_pairs},
    {"next", lb_next_sorted},  {"tostring", lb_tostring},         {NULL, NULL}};
static const luaL_Reg replaced_string[] = {{"find", lb_str_find}, {"match", lb_str_match}, {"gmatch", lb_str_gmatch},
                                           {"gsub", lb_str_gsub}, {"rep", lb_str_rep},     {"format", lb_str_format},
                                           {NULL, NULL}};
static const luaL_Reg replaced_table[] = {{"sort", lb_tab_sort},     {"move", lb_tab_move}, {"concat", lb_tab_concat},
                                          {"unpack", lb_tab_unpack}, {"insert", lb_tab_insert}, {"remove", lb_tab_remove},
                                          {NULL, NULL}};
static const luaL_Reg replaced_math[] = {{"random", random_number}, {"randomseed", seed_random}, {NULL, NULL}};
static const luaL_Reg replaced_coroutine[] = {{"create", safe_create}, {"resume", safe_resume}, {"wrap", safe_wrap}, {NULL, NULL}};

static const char *const kept_base[] = {"assert", "error", "getmetatable", "ipairs", "rawequal", "rawlen", "select", "tonumber", "type", "_VERSION", NULL};
static const char *const kept_string[] = {"byte", "char", "len", "lower", "pack", "packsize", "reverse", "sub", "unpack", "upper", NULL};
static const char *const kept_table[] = {"pack", NULL};
static const char *const kept_math[] = {"abs", "acos", "asin", "atan", "ceil", "cos", "deg", "exp", "floor", "fmod", "huge", "log", "max", "maxinteger", "min", "mininteger", "modf", "pi", "rad", "sin", "sqrt", "tan", "tointeger", "type", "ult", NULL};
static const char *const kept_coroutine[] = {"close", "isyieldable", "running", "status", "yield", NULL};
static const char *const kept_utf8[] = {"char", "charpattern", "codepoint", "codes", "len", "offset", NULL};

// Copies the named fields of the table on top into the one below it, pops it, and adds the replacements.
static void take(lua_State *L, const char *const *names, const luaL_Reg *replacements) {
  for (; *names != NULL; names++) {
    lua_getfield(L, -1, *names);
    lua_setfield(L, -3, *names);
  }
  lua_pop(L, 1);
  if (replacements != NULL) luaL_setfuncs(L, replacements, 0);
}

// Opens a library, keeps its harmless functions, and publishes it read-only in the shared globals on top.
static void add_library(lua_State *L, const char *name, lua_CFunction open, const char *const *names,
                        const luaL_Reg *replacements) {
  lua_newtable(L);
  lua_pushcfunction(L, open);
  lua_pushstring(L, name);
  lua_call(L, 1, 1);
  charge_library(L, name);
  take(L, names, replacements);
  lua_pushfstring(L, "module '%s'", name);
  const char *what = lua_tostring(L, -1);
  lua_insert(L, -2);
  lb_readonly(L, what);
  lua_remove(L, -2);
  lua_setfield(L, -2, name);
}

static int missing_global(lua_State *L) {
  lua_remove(L, 1);
  return lb_enter(L, LB_MEMBER_MISSING_GLOBAL);
}

void lb_open_sandbox(lua_State *L) {
  lb_vm *vm = lb_get(L);
  lua_newtable(L);
  lua_pushcfunction(L, luaopen_base);
  lua_call(L, 0, 1);
  charge_library(L, "_G");
  take(L, kept_base, replaced_base);
  add_library(L, "string", luaopen_string, kept_string, replaced_string);
  // ("x"):rep() goes through the string metatable, which luaopen_string made around its own full table.
  lua_pushliteral(L, "");
  lua_getmetatable(L, -1);
  lua_getfield(L, -3, "string");
  lua_setfield(L, -2, "__index");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_pop(L, 2);
  add_library(L, "table", luaopen_table, kept_table, replaced_table);
  add_library(L, "math", luaopen_math, kept_math, replaced_math);
  add_library(L, "coroutine", luaopen_coroutine, kept_coroutine, replaced_coroutine);
  add_library(L, "utf8", luaopen_utf8, kept_utf8, NULL);

  lua_createtable(L, 0, 1);
  lua_pushcfunction(L, missing_global);
  lua_setfield(L, -2, "__index");
  lua_setmetatable(L, -2);
  lua_pushvalue(L, -1);
  vm->shared = luaL_ref(L, LUA_REGISTRYINDEX);
  lua_createtable(L, 0, 2);
  lua_pushvalue(L, -2);
  lua_setfield(L, -2, "__index");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  vm->globals_meta = luaL_ref(L, LUA_REGISTRYINDEX);
  lua_pop(L, 1);
}
