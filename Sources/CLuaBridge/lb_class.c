// Classes: their tables, their records, and how values identify them.
#include <stdlib.h>
#include <string.h>

#include "lb_class.h"

const char lb_key_class, lb_key_table_class;

int lb_new_table(lua_State *L) {
  lua_newtable(L);
  return luaL_ref(L, LUA_REGISTRYINDEX);
}

int lb_get_in(lua_State *L, int ref, const char *name) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, ref);
  lua_pushstring(L, name);
  int type = lua_rawget(L, -2);
  lua_remove(L, -2);
  return type;
}

void lb_set_in(lua_State *L, int ref, const char *name) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, ref);
  lua_insert(L, -2);
  lb_rawsetfield(L, -2, name);
  lua_pop(L, 1);
}

void lb_inherit(lua_State *L, int from, int to) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, to);
  lua_rawgeti(L, LUA_REGISTRYINDEX, from);
  lua_pushnil(L);
  while (lua_next(L, -2)) {
    lua_pushvalue(L, -2);
    if (lua_rawget(L, -5) == LUA_TNIL) {
      lua_pop(L, 1);
      lua_pushvalue(L, -2);
      lua_insert(L, -2);
      lua_rawset(L, -5);
    } else {
      lua_pop(L, 2);
    }
  }
  lua_pop(L, 2);
}

lb_class *lb_make_class(lb_vm *vm, const char *name, lb_class *base, int64_t swift_bytes) {
  lua_State *L = vm->L;
  if (base != NULL && base->depth >= 15) return NULL;
  lb_class *cls = calloc(1, sizeof *cls);
  if (cls == NULL) return NULL;
  cls->vm = vm;
  cls->name = strdup(name);
  cls->base = base;
  cls->host = cls;
  cls->swift_bytes = swift_bytes;
  cls->positional = cls->named = cls->adopt_positional = cls->adopt_named = -1;
  cls->names = lb_new_table(L);
  cls->members = lb_new_table(L);
  cls->setters = lb_new_table(L);
  cls->functions = lb_new_table(L);
  cls->slots = lb_new_table(L);
  if (base != NULL) {
    cls->depth = base->depth + 1;
    cls->owned = base->owned;
    memcpy(cls->display, base->display, sizeof cls->display);
    cls->sibling = base->child;
    base->child = cls;
  }
  cls->display[cls->depth] = cls;
  cls->next = vm->classes;
  vm->classes = cls;
  return cls;
}

void lb_free_classes(lb_vm *vm, lb_copy *of) {
  lb_class **link = &vm->classes;
  while (*link != NULL) {
    lb_class *cls = *link;
    if (of != NULL && cls->copy == of && vm->L != NULL && cls->members != 0) {
      // The record itself stays: instances not yet collected point to it.
      int refs[] = {cls->names, cls->members, cls->setters, cls->functions, cls->methods, cls->warned, cls->metatable, cls->value, cls->slots, cls->override_table};
      for (size_t i = 0; i < sizeof refs / sizeof *refs; i++) luaL_unref(vm->L, LUA_REGISTRYINDEX, refs[i]);
      cls->members = 0;
    }
    if (of == NULL) {
      *link = cls->next;
      free(cls->name);
      free(cls->places);
      free(cls);
    } else {
      link = &cls->next;
    }
  }
}

const char *lb_class_name(const lb_class *cls) { return cls->name; }
lb_class *lb_class_host(const lb_class *cls) { return cls->host; }

bool lb_class_is(const lb_class *cls, const lb_class *ancestor) {
  return cls->depth >= ancestor->depth && cls->display[ancestor->depth] == ancestor;
}

lb_class *lb_toclass(lua_State *L, int32_t index) {
  if (lua_type(L, index) != LUA_TTABLE || !lua_getmetatable(L, index)) return NULL;
  lua_rawgetp(L, -1, &lb_key_class);
  lb_class *cls = lua_touserdata(L, -1);
  lua_pop(L, 2);
  return cls;
}

lb_class *lb_table_class(lua_State *L, int32_t index) {
  if (lua_type(L, index) != LUA_TTABLE || !lua_getmetatable(L, index)) return NULL;
  lua_rawgetp(L, -1, &lb_key_table_class);
  lb_class *cls = lua_touserdata(L, -1);
  lua_pop(L, 2);
  return cls;
}

lb_class *lb_kind(lua_State *L, int32_t index) {
  if (lua_type(L, index) == LUA_TUSERDATA) return ((const lb_object *)lua_touserdata(L, index))->cls;
  return lb_table_class(L, index);
}
