// Classes defined by scripts.
#include "lb_class.h"

static int call_subclass(lua_State *L);

// upvalue: class
static int refuse_subclass(lua_State *L) {
  const lb_class *cls = lua_touserdata(L, lua_upvalueindex(1));
  return luaL_error(L, "%s cannot be subclassed", cls->name);
}

void lb_finish_class(lua_State *L, lb_class *cls) {
  lb_add_class_functions(L, cls);
  lua_pushlightuserdata(L, cls);
  lua_pushcclosure(L, cls->open || cls->script ? call_subclass : refuse_subclass, 1);
  lb_set_in(L, cls->functions, "subclass");
  lb_make_metatable(L, cls);
  lb_make_value(L, cls);
}

// `Class:subclass("Name")`. upvalue: class
static int call_subclass(lua_State *L) {
  lb_class *base = lua_touserdata(L, lua_upvalueindex(1));
  const lb_class *first = lb_toclass(L, 1);
  if (first != NULL && lb_class_is(first, base)) lua_remove(L, 1);
  if (lua_type(L, 1) != LUA_TSTRING)
    return luaL_error(L, "bad argument #1 to 'subclass' (name expected, got %s): %s:subclass(\"Name\")",
                      lua_isnone(L, 1) ? "no value" : lb_typename(L, 1), base->name);
  const char *name = lua_tostring(L, 1);
  lb_vm *vm = lb_get(L);
  lb_copy *copy = vm->current;
  if (++copy->classes > LB_MAX_CLASSES_PER_COPY)
    return luaL_error(L, "more than %d subclasses in one script", LB_MAX_CLASSES_PER_COPY);
  if (base->depth >= 15) return luaL_error(L, "'%s': more than 15 levels of subclasses", name);
  // Nothing below may raise: a class half made when memory runs out would stay.
  vm->in_host++;
  lb_class *cls = lb_make_class(vm, name, base, base->swift_bytes);
  if (cls != NULL) {
    cls->script = true;
    cls->copy = copy;
    cls->host = base->host;
    cls->methods = lb_new_table(L);
    cls->warned = lb_new_table(L);
    cls->override_table = lb_new_table(L);
    cls->overrides = 0;
    lb_inherit(L, base->members, cls->members);
    lb_inherit(L, base->setters, cls->setters);
    lb_inherit(L, base->slots, cls->slots);
    lb_inherit(L, base->functions, cls->functions);
    if (base->script) {
      lua_rawgeti(L, LUA_REGISTRYINDEX, cls->methods);
      lua_createtable(L, 0, 1);
      lua_rawgeti(L, LUA_REGISTRYINDEX, base->methods);
      lua_setfield(L, -2, "__index");
      lua_setmetatable(L, -2);
      lua_pop(L, 1);
      cls->overrides = base->overrides;
      lb_inherit(L, base->override_table, cls->override_table);
    }
    lb_finish_class(L, cls);
    lua_rawgeti(L, LUA_REGISTRYINDEX, cls->value);
  }
  vm->in_host--;
  return cls != NULL ? 1 : luaL_error(L, "not enough memory");
}
