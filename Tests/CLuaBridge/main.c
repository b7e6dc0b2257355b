/// Runs checks.lua (or another file) with the functions that replace those of the libraries in the table `lb`, beside
/// Lua's own, and with stand-ins for what the rest of the bridge gives them.
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "../../Sources/CLuaBridge/lb_internal.h"

static int64_t charged, limit = INT64_MAX, longest;

void lb_charge(lua_State *L, int64_t steps) {
  if (steps < 0) luaL_error(L, "negative charge");
  if (steps > longest) longest = steps;
  charged += steps;
  if (charged > limit) luaL_error(L, "over budget");
}

static int identities = LUA_NOREF;
static int64_t last_identity;

int64_t lb_identity(lua_State *L, int index) {
  index = lua_absindex(L, index);
  lua_rawgeti(L, LUA_REGISTRYINDEX, identities);
  lua_pushvalue(L, index);
  if (lua_rawget(L, -2) == LUA_TNIL) {
    lua_pushvalue(L, index);
    lua_pushinteger(L, ++last_identity);
    lua_rawset(L, -4);
    lua_pop(L, 2);
    return last_identity;
  }
  int64_t number = lua_tointeger(L, -1);
  lua_pop(L, 2);
  return number;
}

// Each block begins with the place of its object among all that were made, as the bridge's allocator has it.
static int64_t births;

int64_t lb_birth(lua_State *L, int index) {
  const char *object = lua_topointer(L, index);
  if (lua_type(L, index) == LUA_TTHREAD) object -= LUA_EXTRASPACE;
  // Tests use no userdata as keys, and C functions without upvalues are no blocks.
  if (lua_type(L, index) == LUA_TUSERDATA) return lb_identity(L, index);
  if (lua_iscfunction(L, index)) {
    if (lua_getupvalue(L, index, 1) == NULL) return -lb_identity(L, index);
    lua_pop(L, 1);
  }
  return ((const int64_t *)object)[-1];
}

bool lb_describes_itself(lua_State *L, int index) {
  (void)L;
  (void)index;
  return false;
}

static int64_t allocations_left = -1;

/// Fails growing blocks once the allocations are used up.
static void *allocate(void *context, void *block, size_t old, size_t new) {
  (void)context;
  int64_t *start = block == NULL ? NULL : (int64_t *)block - 1;
  if (new == 0) return free(start), NULL;
  if (allocations_left >= 0 && (block == NULL || new > old)) {
    if (allocations_left == 0) return NULL;
    allocations_left--;
  }
  start = realloc(start, new + sizeof *start);
  if (start == NULL) return NULL;
  if (block == NULL) *start = ++births;
  return start + 1;
}

/// allow([n]): n more allocations; without n, all there are.
static int allow(lua_State *L) {
  allocations_left = luaL_optinteger(L, 1, -1);
  return 0;
}

/// budget([n]): starts counting from 0, up to n.
static int budget(lua_State *L) {
  charged = longest = 0;
  limit = luaL_optinteger(L, 1, INT64_MAX);
  return 0;
}

/// charge(): what was charged, and the largest charge.
static int charge(lua_State *L) {
  lua_pushinteger(L, charged);
  lua_pushinteger(L, longest);
  return 2;
}

static int now(lua_State *L) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  lua_pushnumber(L, (double)t.tv_sec + (double)t.tv_nsec * 1e-9);
  return 1;
}

const char lb_key_real;

/// proxy(metatable, real): marks a metatable as that of a proxy for `real`.
static int proxy(lua_State *L) {
  lua_settop(L, 2);
  lua_rawsetp(L, 1, &lb_key_real);
  return 1;
}

static const luaL_Reg functions[] = {
  {"find", lb_str_find}, {"match", lb_str_match}, {"gmatch", lb_str_gmatch}, {"gsub", lb_str_gsub},
  {"rep", lb_str_rep}, {"format", lb_str_format}, {"pairs", lb_pairs}, {"next", lb_next_sorted},
  {"sort", lb_tab_sort}, {"move", lb_tab_move}, {"concat", lb_tab_concat}, {"unpack", lb_tab_unpack},
  {"tostring", lb_tostring}, {"budget", budget}, {"charge", charge}, {"now", now}, {"allow", allow},
  {"proxy", proxy}, {"insert", lb_tab_insert}, {"remove", lb_tab_remove}, {NULL, NULL},
};

static int traceback(lua_State *L) {
  luaL_traceback(L, L, luaL_tolstring(L, 1, NULL), 1);
  return 1;
}

int main(int argc, char **argv) {
  if (argc < 2) return fprintf(stderr, "usage: %s file.lua [words]\n", argv[0]), 64;
  lua_State *L = lua_newstate(allocate, NULL);
  luaL_openlibs(L);
  lua_newtable(L);
  lua_newtable(L);
  lua_pushliteral(L, "k");
  lua_setfield(L, -2, "__mode");
  lua_setmetatable(L, -2);
  identities = luaL_ref(L, LUA_REGISTRYINDEX);
  luaL_newlib(L, functions);
  lua_setglobal(L, "lb");
  lua_pushcfunction(L, traceback);
  int status = luaL_loadfile(L, argv[1]);
  if (status == LUA_OK) {
    for (int i = 2; i < argc; i++) lua_pushstring(L, argv[i]);
    status = lua_pcall(L, argc - 2, 0, 1);
  }
  if (status != LUA_OK) fprintf(stderr, "%s\n", lua_tostring(L, -1));
  lua_close(L);
  return status == LUA_OK ? 0 : 1;
}
