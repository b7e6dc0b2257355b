// Classes of the host: made, furnished with members, published.
#include <stdlib.h>
#include <string.h>

#include "lb_class.h"

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
  } else {
    lua_pushcfunction(L, lb_call_kind);
    lb_set_in(L, cls->members, "isKindOfClass");
  }
  cls->display[cls->depth] = cls;
  cls->next = vm->classes;
  vm->classes = cls;
  return cls;
}

lb_class *lb_class_new(lb_vm *vm, const char *name, lb_class *base, int64_t swift_bytes) {
  return lb_make_class(vm, name, base, swift_bytes);
}

void lb_free_classes(lb_vm *vm, lb_copy *of) {
  lb_class **link = &vm->classes;
  while (*link != NULL) {
    lb_class *cls = *link;
    if (of != NULL && cls->copy == of && vm->L != NULL && cls->members != 0) {
      // The record itself stays: instances not yet collected point to it.
      int refs[] = {cls->members, cls->setters, cls->functions, cls->methods, cls->warned, cls->metatable, cls->value, cls->slots, cls->override_table};
      for (size_t i = 0; i < sizeof refs / sizeof *refs; i++) luaL_unref(vm->L, LUA_REGISTRYINDEX, refs[i]);
      cls->members = 0;
    }
    if (of == NULL) {
      *link = cls->next;
      free(cls->name);
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

void lb_class_method(lb_class *cls, const char *name, int32_t member) {
  lb_pushfunction(cls->vm->L, member);
  lb_set_in(cls->vm->L, cls->members, name);
}

void lb_class_property(lb_class *cls, const char *name, int32_t getter, int32_t setter) {
  lua_State *L = cls->vm->L;
  lua_pushinteger(L, getter);
  lb_set_in(L, cls->members, name);
  if (setter < 0)
    lua_pushboolean(L, 0);
  else
    lua_pushinteger(L, setter);
  lb_set_in(L, cls->setters, name);
}

// upvalues: member, class
static int call_class_function(lua_State *L) {
  const lb_class *cls = lua_touserdata(L, lua_upvalueindex(2));
  const lb_class *first = lb_toclass(L, 1);
  // `Class:function()` and `Class.function()` are the same.
  if (first != NULL && lb_class_is(first, cls)) lua_remove(L, 1);
  return lb_enter(L, (int32_t)lua_tointeger(L, lua_upvalueindex(1)));
}

void lb_class_function(lb_class *cls, const char *name, int32_t member) {
  lua_State *L = cls->vm->L;
  lua_pushinteger(L, member);
  lua_pushlightuserdata(L, cls);
  lua_pushcclosure(L, call_class_function, 2);
  lb_set_in(L, cls->functions, name);
}

void lb_class_set(lb_class *cls, const char *name) {
  lua_pushvalue(cls->vm->L, -1);
  lb_set_in(cls->vm->L, cls->members, name);
  lb_set_in(cls->vm->L, cls->functions, name);
}

void lb_class_alias(lb_class *cls, const char *alias, const char *name) {
  lua_State *L = cls->vm->L;
  const int tables[] = {cls->members, cls->setters, cls->functions, cls->slots};
  for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
    if (lb_get_in(L, tables[i], name) == LUA_TNIL)
      lua_pop(L, 1);
    else
      lb_set_in(L, tables[i], alias);
  }
}

void lb_class_creator(lb_class *cls, int32_t positional, int32_t named) {
  cls->positional = positional;
  cls->named = named;
}

void lb_class_adopter(lb_class *cls, int32_t positional, int32_t named) {
  cls->adopt_positional = positional;
  cls->adopt_named = named;
}

void lb_class_set_owned(lb_class *cls) { cls->owned = true; }

void lb_class_set_open(lb_class *cls) { cls->open = true; }

void lb_class_overridable(lb_class *cls, const char *name, int32_t slot) {
  lua_pushinteger(cls->vm->L, slot);
  lb_set_in(cls->vm->L, cls->slots, name);
}

void lb_class_operator(lb_class *cls, const char *event, int32_t member) {
  lua_State *L = cls->vm->L;
  lua_rawgeti(L, LUA_REGISTRYINDEX, cls->metatable);
  lb_pushfunction(L, member);
  lb_rawsetfield(L, -2, event);
  lua_pop(L, 1);
}

// MARK: Publishing

void lb_class_finish(lb_class *cls) {
  lua_State *L = cls->vm->L;
  if (cls->base != NULL) {
    lb_inherit(L, cls->base->members, cls->members);
    lb_inherit(L, cls->base->setters, cls->setters);
    lb_inherit(L, cls->base->functions, cls->functions);
    lb_inherit(L, cls->base->slots, cls->slots);
  }
  lb_add_class_functions(L, cls);
  lb_make_metatable(L, cls);
  lb_make_value(L, cls);
}

void lb_class_publish(lb_class *cls, const char *name) {
  lua_rawgeti(cls->vm->L, LUA_REGISTRYINDEX, cls->value);
  lb_setglobal(cls->vm, name);
}
