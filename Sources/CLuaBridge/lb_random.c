// `math.random` and `randomseed`: random numbers, a sequence for each copy.
#include <string.h>

#include "lb_internal.h"

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

int lb_math_random(lua_State *L) {
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

int lb_math_randomseed(lua_State *L) {
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
