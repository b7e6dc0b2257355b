// The libraries of a script: Lua's own without what reaches outside, runs unbounded or shows hash order.
#include <string.h>

#include "lb_internal.h"

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

static const luaL_Reg replaced_base[] = {
    {"pcall", lb_base_pcall},   {"xpcall", lb_base_xpcall},             {"rawget", lb_base_rawget},
    {"rawset", lb_base_rawset}, {"setmetatable", lb_base_setmetatable}, {"load", lb_base_load},
    {"require", safe_require},  {"collectgarbage", count_garbage},      {"pairs", lb_pairs},
    {"next", lb_next_sorted},   {"tostring", lb_tostring},              {NULL, NULL}};
static const luaL_Reg replaced_string[] = {{"find", lb_str_find}, {"match", lb_str_match}, {"gmatch", lb_str_gmatch},
                                           {"gsub", lb_str_gsub}, {"rep", lb_str_rep},     {"format", lb_str_format},
                                           {NULL, NULL}};
static const luaL_Reg replaced_table[] = {{"sort", lb_tab_sort},     {"move", lb_tab_move}, {"concat", lb_tab_concat},
                                          {"unpack", lb_tab_unpack}, {"insert", lb_tab_insert}, {"remove", lb_tab_remove},
                                          {NULL, NULL}};
static const luaL_Reg replaced_math[] = {{"random", lb_math_random}, {"randomseed", lb_math_randomseed}, {NULL, NULL}};
static const luaL_Reg replaced_coroutine[] = {{"create", lb_co_create}, {"resume", lb_co_resume}, {"wrap", lb_co_wrap}, {"yield", lb_co_yield}, {NULL, NULL}};

static const char *const kept_base[] = {"assert", "error", "getmetatable", "ipairs", "rawequal", "rawlen", "select", "tonumber", "type", "_VERSION", NULL};
static const char *const kept_string[] = {"byte", "char", "len", "lower", "pack", "packsize", "reverse", "sub", "unpack", "upper", NULL};
static const char *const kept_table[] = {"pack", NULL};
static const char *const kept_math[] = {"abs", "acos", "asin", "atan", "ceil", "cos", "deg", "exp", "floor", "fmod", "huge", "log", "max", "maxinteger", "min", "mininteger", "modf", "pi", "rad", "sin", "sqrt", "tan", "tointeger", "type", "ult", NULL};
static const char *const kept_coroutine[] = {"close", "isyieldable", "running", "status", NULL};
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
  lb_charge_library(L, name);
  take(L, names, replacements);
  lua_pushfstring(L, "module '%s'", name);
  const char *what = lua_tostring(L, -1);
  lua_insert(L, -2);
  lb_readonly(L, what);
  lua_remove(L, -2);
  lua_setfield(L, -2, name);
}

// A global that was assigned nil is nil; one that never was is a mistake.
static int missing_global(lua_State *L) {
  lua_remove(L, 1);
  lb_copy *copy = lb_get(L)->current;
  if (copy != NULL && copy->assigned != 0) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, copy->assigned);
    lua_pushvalue(L, 1);
    if (lua_rawget(L, -2) != LUA_TNIL) {
      lua_pushnil(L);
      return 1;
    }
    lua_settop(L, 1);
  }
  return lb_enter(L, LB_MEMBER_MISSING_GLOBAL);
}

// Called for a global that has no value: (globals, name, value).
static int assign_global(lua_State *L) {
  lua_settop(L, 3);
  lb_copy *copy = lb_get(L)->current;
  if (copy != NULL) {
    if (copy->assigned == 0) {
      lua_newtable(L);
      copy->assigned = luaL_ref(L, LUA_REGISTRYINDEX);
    }
    lua_rawgeti(L, LUA_REGISTRYINDEX, copy->assigned);
    lua_pushvalue(L, 2);
    lua_pushboolean(L, 1);
    lua_rawset(L, -3);
    lua_settop(L, 3);
  }
  lua_rawset(L, 1);
  return 0;
}

void lb_open_sandbox(lua_State *L) {
  lb_vm *vm = lb_get(L);
  lua_newtable(L);
  lua_pushcfunction(L, luaopen_base);
  lua_call(L, 0, 1);
  lb_charge_library(L, "_G");
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
  lua_createtable(L, 0, 3);
  lua_pushvalue(L, -2);
  lua_setfield(L, -2, "__index");
  lua_pushcfunction(L, assign_global);
  lua_setfield(L, -2, "__newindex");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  vm->globals_meta = luaL_ref(L, LUA_REGISTRYINDEX);
  lua_pop(L, 1);
}
