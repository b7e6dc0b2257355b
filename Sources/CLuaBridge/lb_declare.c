// Classes of the host: created, given members, published.
#include "lb_class.h"

lb_class *lb_class_new(lb_vm *vm, const char *name, lb_class *base, int64_t swift_bytes) {
  lb_class *cls = lb_make_class(vm, name, base, swift_bytes);
  if (cls != NULL && base == NULL) {
    lua_pushcfunction(vm->L, lb_call_kind);
    lb_set_in(vm->L, cls->members, "isKindOfClass");
  }
  return cls;
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
  lb_class *first = lb_toclass(L, 1);
  // `Class:function()` and `Class.function()` are the same.
  if (first != NULL && lb_class_is(first, cls)) lua_remove(L, 1);
  int results = lb_enter(L, (int32_t)lua_tointeger(L, lua_upvalueindex(1)));
  if (results != 1 || first == NULL || !first->script) return results;
  const lb_object *made = lb_object_at(L, -1);
  if (made == NULL || made->ref == NULL || made->cls != first->host) return results;
  // What a script's class makes by a function of its base is one of its own.
  lua_replace(L, 1);
  lua_settop(L, 1);
  lb_construct(L, first);
  lua_insert(L, 1);
  if (lb_enter(L, LB_MEMBER_REBORN) == 0) lua_settop(L, 1);
  return 1;
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

void lb_class_set_plain_new(lb_class *cls) { cls->plain_new = true; }

void lb_class_nest(lb_class *cls, const char *name) {
  lb_toclass(cls->vm->L, -1)->outer = cls;
  lb_set_in(cls->vm->L, cls->functions, name);
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
  lb_finish_class(L, cls);
}

void lb_class_publish(lb_class *cls, const char *name) {
  lua_rawgeti(cls->vm->L, LUA_REGISTRYINDEX, cls->value);
  lb_setglobal(cls->vm, name);
}
