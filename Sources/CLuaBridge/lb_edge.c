// Edges: values that a script attaches to a host object, stored in its userdata.
#include "lb_internal.h"

void lb_setedge(lua_State *L, int32_t index, int32_t slot) {
  index = lua_absindex(L, index);
  lb_pushedges(L, index);
  lua_insert(L, -2);
  bool lades = !lua_isnil(L, -1);
  lua_rawseti(L, -2, slot);
  lua_pop(L, 1);
  if (lades) lb_lade(L, index);
}

void lb_addedge(lua_State *L, int32_t index, int32_t value) {
  index = lua_absindex(L, index);
  value = lua_absindex(L, value);
  lb_pushedges(L, index);
  lua_pushvalue(L, value);
  lua_rawsetp(L, -2, lua_topointer(L, value));
  lua_pop(L, 1);
  lb_lade(L, index);
}

bool lb_pushedge(lua_State *L, const void *owner, const void *value) {
  int top = lua_gettop(L);
  bool found = lb_pushobject(L, owner) && lua_getiuservalue(L, -1, 1) == LUA_TTABLE &&
               lua_rawgetp(L, -1, value) != LUA_TNIL;
  if (found) lua_replace(L, top + 1);
  lua_settop(L, found ? top + 1 : top);
  return found;
}

void lb_removeedge(lua_State *L, const void *owner, const void *value) {
  if (!lb_pushobject(L, owner)) return;
  if (lua_getiuservalue(L, -1, 1) == LUA_TTABLE) {
    lua_pushnil(L);
    lua_rawsetp(L, -2, value);
  }
  lua_pop(L, 2);
}
