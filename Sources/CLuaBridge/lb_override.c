// Overrides of a script's classes.
#include "lb_class.h"

void lb_refresh_override(lua_State *L, lb_class *cls, const char *name, int slot) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, cls->override_table);
  lua_rawgeti(L, LUA_REGISTRYINDEX, cls->methods);
  lua_getfield(L, -1, name);
  lua_remove(L, -2);
  if (lua_isfunction(L, -1))
    cls->overrides |= (uint64_t)1 << slot;
  else
    cls->overrides &= ~((uint64_t)1 << slot);
  lua_rawseti(L, -2, slot + 1);
  lua_pop(L, 1);
  for (lb_class *child = cls->child; child != NULL; child = child->sibling) lb_refresh_override(L, child, name, slot);
}

void lb_set_overriding(lua_State *L, lb_class *cls, lua_Integer slot) {
  const int methods = lua_gettop(L);
  lua_rawgeti(L, LUA_REGISTRYINDEX, cls->slots);
  for (lua_pushnil(L); lua_next(L, -2) != 0; lua_pop(L, 1)) {
    if (lua_tointeger(L, -1) != slot) continue;
    lua_pushvalue(L, -2);
    lua_pushvalue(L, 3);
    lua_rawset(L, methods);
  }
  lua_pop(L, 1);
}

bool lb_overrides(const lb_class *cls, int32_t slot) { return (cls->overrides >> slot & 1) != 0; }

void lb_pushoverride(lua_State *L, const lb_class *cls, int32_t slot) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, cls->override_table);
  lua_rawgeti(L, -1, slot + 1);
  lua_remove(L, -2);
}
