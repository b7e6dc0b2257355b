// What a bare C host of Lua 5.4 needs for the calls our bridge makes: the floor of the bridge's figures.
//
//   lua_host [--data DIR] [--runs N]
//
// Prints one JSON object a line, nanoseconds of CPU a call, medians of N runs of two million calls. A region is a
// userdata whose __index is one C function comparing names; a delegate call takes the delegate from the registry,
// looks the function up, pushes manager and region from the registry, and calls protected.
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { calls = 2000000, maxRuns = 99 };

typedef struct {
  double latitude, longitude, radius;
} Region;

static const char *const className = "Region";

static double cpu(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

// Method of two userdata: the receiver and one argument.
static int difference(lua_State *L) {
  const Region *a = luaL_checkudata(L, 1, className), *b = luaL_checkudata(L, 2, className);
  lua_pushnumber(L, a->latitude - b->latitude);
  return 1;
}

// Reads a property, or returns the method of that name from the upvalue's table.
static int member(lua_State *L) {
  const Region *me = luaL_checkudata(L, 1, className);
  const char *name = lua_tostring(L, 2);
  if (name && strcmp(name, "latitude") == 0) {
    lua_pushnumber(L, me->latitude);
  } else if (name && strcmp(name, "longitude") == 0) {
    lua_pushnumber(L, me->longitude);
  } else if (name && strcmp(name, "radius") == 0) {
    lua_pushnumber(L, me->radius);
  } else {
    lua_pushvalue(L, 2);
    lua_rawget(L, lua_upvalueindex(1));
  }
  return 1;
}

static int newRegion(lua_State *L, double latitude, double longitude) {
  Region *r = lua_newuserdatauv(L, sizeof(Region), 0);
  *r = (Region){latitude, longitude, 150};
  luaL_setmetatable(L, className);
  return luaL_ref(L, LUA_REGISTRYINDEX);
}

static void check(lua_State *L, int status) {
  if (status == LUA_OK) return;
  fprintf(stderr, "lua_host: %s\n", lua_tostring(L, -1));
  exit(70);
}

// The cost of `body` in a Lua loop, less that of the empty loop.
static double inLua(lua_State *L, const char *body, int manager, int region) {
  static const char *const frame = "local n, a, b = ...; local x; for _ = 1, n do %s end";
  double spent[2];
  for (int i = 0; i < 2; i++) {
    char source[200];
    snprintf(source, sizeof source, frame, i == 0 ? "x = a" : body);
    check(L, luaL_loadstring(L, source));
    lua_pushinteger(L, calls);
    lua_rawgeti(L, LUA_REGISTRYINDEX, region);
    lua_rawgeti(L, LUA_REGISTRYINDEX, manager);
    double start = cpu();
    check(L, lua_pcall(L, 3, 0, 0));
    spent[i] = cpu() - start;
  }
  return (spent[1] - spent[0]) / calls;
}

static double delegateCall(lua_State *L, const char *body, int manager, int region) {
  char source[200];
  snprintf(source, sizeof source, "return { didEnterRegion = function(manager, region) %s end }", body);
  check(L, luaL_loadstring(L, source));
  check(L, lua_pcall(L, 0, 1, 0));
  int delegate = luaL_ref(L, LUA_REGISTRYINDEX);
  double start = cpu();
  for (int i = 0; i < calls; i++) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, delegate);
    lua_getfield(L, -1, "didEnterRegion");
    lua_rawgeti(L, LUA_REGISTRYINDEX, manager);
    lua_rawgeti(L, LUA_REGISTRYINDEX, region);
    check(L, lua_pcall(L, 2, 0, 0));
    lua_settop(L, 0);
  }
  double spent = cpu() - start;
  luaL_unref(L, LUA_REGISTRYINDEX, delegate);
  return spent / calls;
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

int main(int argc, char **argv) {
  int runs = 1;
  for (int i = 1; i + 1 < argc; i += 2) {
    if (strcmp(argv[i], "--runs") == 0) runs = atoi(argv[i + 1]);
  }
  if (runs < 1 || runs > maxRuns) {
    fprintf(stderr, "lua_host: --runs must be 1 to %d\n", maxRuns);
    return 64;
  }

  lua_State *L = luaL_newstate();
  luaL_openlibs(L);
  luaL_newmetatable(L, className);
  lua_newtable(L);
  lua_pushcfunction(L, difference);
  lua_setfield(L, -2, "difference");
  lua_pushcclosure(L, member, 1);
  lua_setfield(L, -2, "__index");
  lua_pop(L, 1);
  int manager = newRegion(L, 46, 14), region = newRegion(L, 45, 14);

  static const char *const names[] = {
      "bridge-property", "bridge-method", "bridge-delegate-empty", "bridge-delegate-fields"};
  static double spent[4][maxRuns];
  for (int run = 0; run < runs; run++) {
    spent[0][run] = inLua(L, "x = a.longitude", manager, region);
    spent[1][run] = inLua(L, "x = a:difference(b)", manager, region);
    spent[2][run] = delegateCall(L, "", manager, region);
    spent[3][run] = delegateCall(L, "return region.latitude + region.longitude", manager, region);
  }
  for (int i = 0; i < 4; i++) {
    qsort(spent[i], (size_t)runs, sizeof(double), ascending);
    printf("{\"name\": \"%s\", \"value\": %.2f, \"unit\": \"ns\"}\n", names[i], spent[i][runs / 2]);
  }
  lua_close(L);
  return 0;
}
