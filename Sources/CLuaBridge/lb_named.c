// The named values of `Class.new{…}`.
#include "lb_internal.h"

void lb_class_expect(lb_class *cls, uint32_t count) {
  uint32_t room = 4;
  while (room < count * 2) room *= 2;
  cls->places = lb_empty_room(room, sizeof *cls->places);
  cls->places_room = room;
}

void lb_class_place(lb_class *cls, const char *name) {
  lua_State *L = cls->vm->L;
  lua_rawgeti(L, LUA_REGISTRYINDEX, cls->names);
  name = lua_pushstring(L, name);
  lua_pushboolean(L, 1);
  lua_rawset(L, -3);
  lua_pop(L, 1);
  uint32_t mask = cls->places_room - 1, i = lb_hash(name) & mask;
  while (cls->places[i].name != NULL) i = (i + 1) & mask;
  cls->places[i] = (lb_place){name, (int32_t)++cls->places_count};
}

static int32_t place_of(const lb_class *cls, const char *name) {
  uint32_t mask = cls->places_room - 1;
  for (uint32_t i = lb_hash(name) & mask; cls->places[i].name != NULL; i = (i + 1) & mask)
    if (cls->places[i].name == name) return cls->places[i].place;
  return 0;
}

bool lb_spread(lua_State *L, int32_t table, const lb_class *cls, int32_t setters, lb_named *found) {
  int32_t count = (int32_t)cls->places_count;
  *found = (lb_named){0};
  if (!lua_checkstack(L, count + LUA_MINSTACK)) return false;
  // One nil more: the key before the first.
  lua_settop(L, table);
  lua_settop(L, table + count + 1);
  while (lua_next(L, table)) {
    int32_t place = lua_type(L, -2) == LUA_TSTRING ? place_of(cls, lua_tostring(L, -2)) : 0;
    if (place > setters)
      found->arguments |= (uint64_t)1 << (place - setters - 1);
    else if (place > 0)
      found->setters++;
    else
      found->others++;
    if (place > 0)
      lua_replace(L, table + place);
    else
      lua_pop(L, 1);
  }
  return true;
}
