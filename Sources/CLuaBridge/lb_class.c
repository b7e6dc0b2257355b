// Classes as values: creation, class functions, subclassing, overrides.
#include <stdlib.h>
#include <string.h>

#include "lb_internal.h"

// MARK: Making a class

static int new_table(lua_State *L) {
  lua_newtable(L);
  return luaL_ref(L, LUA_REGISTRYINDEX);
}

// Pushes field `name` of the table behind a reference.
static int get_in(lua_State *L, int ref, const char *name) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, ref);
  lua_pushstring(L, name);
  int type = lua_rawget(L, -2);
  lua_remove(L, -2);
  return type;
}

// Pops a value into field `name` of the table behind a reference.
static void set_in(lua_State *L, int ref, const char *name) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, ref);
  lua_insert(L, -2);
  lb_rawsetfield(L, -2, name);
  lua_pop(L, 1);
}

static int call_kind(lua_State *L);

// Copies what the base has and the class has not.
static void inherit(lua_State *L, int from, int to) {
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

static lb_class *make_class(lb_vm *vm, const char *name, lb_class *base, int64_t swift_bytes) {
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
  cls->members = new_table(L);
  cls->setters = new_table(L);
  cls->functions = new_table(L);
  cls->slots = new_table(L);
  if (base != NULL) {
    cls->depth = base->depth + 1;
    cls->owned = base->owned;
    memcpy(cls->display, base->display, sizeof cls->display);
    cls->sibling = base->child;
    base->child = cls;
  } else {
    lua_pushcfunction(L, call_kind);
    set_in(L, cls->members, "isKindOfClass");
  }
  cls->display[cls->depth] = cls;
  cls->next = vm->classes;
  vm->classes = cls;
  return cls;
}

lb_class *lb_class_new(lb_vm *vm, const char *name, lb_class *base, int64_t swift_bytes) {
  return make_class(vm, name, base, swift_bytes);
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
  set_in(cls->vm->L, cls->members, name);
}

void lb_class_property(lb_class *cls, const char *name, int32_t getter, int32_t setter) {
  lua_State *L = cls->vm->L;
  lua_pushinteger(L, getter);
  set_in(L, cls->members, name);
  if (setter < 0)
    lua_pushboolean(L, 0);
  else
    lua_pushinteger(L, setter);
  set_in(L, cls->setters, name);
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
  set_in(L, cls->functions, name);
}

void lb_class_set(lb_class *cls, const char *name) {
  lua_pushvalue(cls->vm->L, -1);
  set_in(cls->vm->L, cls->members, name);
  set_in(cls->vm->L, cls->functions, name);
}

void lb_class_alias(lb_class *cls, const char *alias, const char *name) {
  lua_State *L = cls->vm->L;
  const int tables[] = {cls->members, cls->setters, cls->functions, cls->slots};
  for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
    if (get_in(L, tables[i], name) == LUA_TNIL)
      lua_pop(L, 1);
    else
      set_in(L, tables[i], alias);
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
  set_in(cls->vm->L, cls->slots, name);
}

void lb_class_operator(lb_class *cls, const char *event, int32_t member) {
  lua_State *L = cls->vm->L;
  lua_rawgeti(L, LUA_REGISTRYINDEX, cls->metatable);
  lb_pushfunction(L, member);
  lb_rawsetfield(L, -2, event);
  lua_pop(L, 1);
}

// MARK: The class value

const char lb_key_class, lb_key_table_class;

lb_class *lb_toclass(lua_State *L, int32_t index) {
  if (lua_type(L, index) != LUA_TTABLE || !lua_getmetatable(L, index)) return NULL;
  lua_rawgetp(L, -1, &lb_key_class);
  lb_class *cls = lua_touserdata(L, -1);
  lua_pop(L, 2);
  return cls;
}

// Whether the value at `index` is an instance that waits for an object of the host class `host`.
static bool is_unborn_of(lua_State *L, int index, const lb_class *host) {
  return lb_isunborn(L, index) && ((const lb_object *)lua_touserdata(L, index))->cls->host == host;
}

// `super.init(self, …)` reaches the host's initializer. upvalue: class
static int call_host_init(lua_State *L) {
  const lb_class *cls = lua_touserdata(L, lua_upvalueindex(1));
  // Another class's instance would get an object that its own members take for something else.
  if (!is_unborn_of(L, 1, cls)) return luaL_error(L, "init of %s is called once, with self first", cls->name);
  lb_enter(L, cls->adopt_positional);
  lua_settop(L, 1);
  return 1;
}

// Makes the instance of a script class whose arguments start at index 2.
static int construct(lua_State *L, lb_class *cls, bool named) {
  lb_class *host = cls->host;
  lb_construct(L, cls);
  lua_replace(L, 1);
  lua_rawgeti(L, LUA_REGISTRYINDEX, cls->methods);
  lua_pushliteral(L, "init");
  int has_init = lua_gettable(L, -2) == LUA_TFUNCTION;
  lua_remove(L, -2);
  if (!has_init) {
    lua_pop(L, 1);
    lb_enter(L, named ? host->adopt_named : host->adopt_positional);
    lua_settop(L, 1);
    return 1;
  }
  // [self, …, init] → [self, init, self, …]
  int arguments = lua_gettop(L) - 2;
  lua_insert(L, 2);
  lua_pushvalue(L, 1);
  lua_insert(L, 3);
  lua_call(L, arguments + 1, 1);
  if (!lua_isuserdata(L, 2)) return lua_isnil(L, 2) ? 1 : luaL_error(L, "%s:init must return self or nil", cls->name);
  if (lb_isunborn(L, 2)) {
    if (!is_unborn_of(L, 2, host)) return luaL_error(L, "%s:init must return self or nil", cls->name);
    lua_replace(L, 1);
    lua_settop(L, 1);
    // Raises, naming what is missing, where the initializer needs arguments.
    lb_enter(L, host->adopt_positional);
    lua_settop(L, 1);
  }
  return 1;
}

static int create(lua_State *L, lb_class *cls, bool named) {
  if (!cls->script) {
    int32_t member = named ? cls->named : cls->positional;
    if (member < 0) return luaL_error(L, "a script cannot make a %s", cls->name);
    lua_remove(L, 1);
    return lb_enter(L, member);
  }
  return construct(L, cls, named);
}

static int call_class(lua_State *L) { return create(L, lb_toclass(L, 1), false); }

// `Class.new{…}`. upvalue: class
static int call_new(lua_State *L) {
  lb_class *cls = lua_touserdata(L, lua_upvalueindex(1));
  const lb_class *first = lb_toclass(L, 1);
  if (first != NULL && lb_class_is(first, cls)) lua_remove(L, 1);
  if (lua_isnone(L, 1)) lua_newtable(L);
  if (lua_gettop(L) > 1)
    return luaL_error(L, "%s.new takes a table of named values, got %d values (try %s(…) for values in order)",
                      cls->name, lua_gettop(L), cls->name);
  if (!lua_istable(L, 1))
    return luaL_error(L, "%s.new takes a table of named values, got %s (try %s(…) for values in order)", cls->name,
                      lb_typename(L, 1), cls->name);
  lua_settop(L, 1);
  lua_rawgeti(L, LUA_REGISTRYINDEX, cls->value);
  lua_insert(L, 1);
  return create(L, cls, true);
}

// `Class.is(x)`. upvalue: class
static int call_is(lua_State *L) {
  const lb_class *cls = lua_touserdata(L, lua_upvalueindex(1));
  int subject = lua_gettop(L) >= 2 && lb_toclass(L, 1) == cls ? 2 : 1;
  const lb_object *object = lua_type(L, subject) == LUA_TUSERDATA ? lua_touserdata(L, subject) : NULL;
  const lb_class *found = object != NULL ? object->cls : lb_table_class(L, subject);
  lua_pushboolean(L, found != NULL && lb_class_is(found, cls));
  return 1;
}

// `x:isKindOfClass(Class)`: a member of every class without a base, and of tables that stand for objects.
static int call_kind(lua_State *L) {
  const lb_object *object = lua_type(L, 1) == LUA_TUSERDATA ? lua_touserdata(L, 1) : NULL;
  const lb_class *cls = object != NULL ? object->cls : lb_table_class(L, 1);
  if (cls == NULL)
    return luaL_error(L, "call 'isKindOfClass' with a colon on an object, object:isKindOfClass(Class) (got %s)",
                      lb_typename(L, 1));
  const lb_class *wanted = lb_toclass(L, 2);
  if (wanted == NULL)
    return luaL_error(L, "bad argument #1 to 'isKindOfClass' (class expected, got %s)",
                      lua_isnone(L, 2) ? "no value" : lb_typename(L, 2));
  lua_pushboolean(L, lb_class_is(cls, wanted));
  return 1;
}

// upvalues: functions, class
static int class_index(lua_State *L) {
  lb_class *cls = lua_touserdata(L, lua_upvalueindex(2));
  lua_pushvalue(L, 2);
  if (lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL) return 1;
  lua_settop(L, 2);
  if (cls->script) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, cls->methods);
    lua_pushvalue(L, 2);
    if (lua_gettable(L, 3) != LUA_TNIL) return 1;
    lua_settop(L, 2);
  }
  const char *name = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "";
  if (strcmp(name, "super") == 0 && cls->base != NULL) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, cls->base->value);
    return 1;
  }
  if (strcmp(name, "init") == 0 && cls->host->adopt_positional >= 0) {
    lua_pushlightuserdata(L, cls->host);
    lua_pushcclosure(L, call_host_init, 1);
    return 1;
  }
  lua_rawgeti(L, LUA_REGISTRYINDEX, cls->members);
  lua_pushvalue(L, 2);
  if (lua_rawget(L, -2) == LUA_TFUNCTION) return 1;
  lua_settop(L, 2);
  return lb_enter(L, LB_MEMBER_MISSING_MEMBER);
}

static void refresh_override(lua_State *L, lb_class *cls, const char *name, int slot) {
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
  for (lb_class *child = cls->child; child != NULL; child = child->sibling) refresh_override(L, child, name, slot);
}

// Stores the value at index 3 in the methods on top under every name that its slot has: a caller may use any of them.
static void set_overriding(lua_State *L, lb_class *cls, lua_Integer slot) {
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

// upvalue: class
static int class_newindex(lua_State *L) {
  lb_class *cls = lua_touserdata(L, lua_upvalueindex(1));
  if (!cls->script)
    return luaL_error(L, "%s is the host's class and cannot be changed%s", cls->name,
                      cls->open ? "; make your own with subclass" : "");
  lua_rawgeti(L, LUA_REGISTRYINDEX, cls->methods);
  lua_pushvalue(L, 2);
  lua_pushvalue(L, 3);
  lua_rawset(L, -3);
  if (lua_type(L, 2) == LUA_TSTRING) {
    const char *name = lua_tostring(L, 2);
    if (get_in(L, cls->slots, name) == LUA_TNUMBER) {
      const lua_Integer slot = lua_tointeger(L, -1);
      lua_pop(L, 1);
      set_overriding(L, cls, slot);
      refresh_override(L, cls, name, (int)slot);
    }
  }
  return 0;
}

static int describe_class(lua_State *L) {
  lua_pushstring(L, lb_toclass(L, 1)->name);
  return 1;
}

static void make_value(lua_State *L, lb_class *cls) {
  lua_newtable(L);
  lua_createtable(L, 0, 8);
  lua_pushlightuserdata(L, cls);
  lua_rawsetp(L, -2, &lb_key_class);
  lua_pushliteral(L, "class");
  lua_setfield(L, -2, "__name");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_rawgeti(L, LUA_REGISTRYINDEX, cls->functions);
  lua_pushlightuserdata(L, cls);
  lua_pushcclosure(L, class_index, 2);
  lua_setfield(L, -2, "__index");
  lua_pushlightuserdata(L, cls);
  lua_pushcclosure(L, class_newindex, 1);
  lua_setfield(L, -2, "__newindex");
  lua_pushcfunction(L, call_class);
  lua_setfield(L, -2, "__call");
  lua_pushcfunction(L, describe_class);
  lua_setfield(L, -2, "__tostring");
  lua_setmetatable(L, -2);
  cls->value = luaL_ref(L, LUA_REGISTRYINDEX);
}

// MARK: Subclassing

static int call_subclass(lua_State *L);
static int refuse_subclass(lua_State *L);

static void add_class_functions(lua_State *L, lb_class *cls) {
  lua_pushlightuserdata(L, cls);
  lua_pushcclosure(L, call_new, 1);
  set_in(L, cls->functions, "new");
  lua_pushlightuserdata(L, cls);
  lua_pushcclosure(L, call_is, 1);
  set_in(L, cls->functions, "is");
  lua_pushlightuserdata(L, cls);
  lua_pushcclosure(L, cls->open || cls->script ? call_subclass : refuse_subclass, 1);
  set_in(L, cls->functions, "subclass");
}

// upvalue: class
static int refuse_subclass(lua_State *L) {
  const lb_class *cls = lua_touserdata(L, lua_upvalueindex(1));
  return luaL_error(L, "%s cannot be subclassed", cls->name);
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
  if (base->depth >= 15) return luaL_error(L, "'%s': more than 15 classes above each other", name);
  // What is half made when memory ends would stay: nothing below may raise.
  vm->in_host++;
  lb_class *cls = make_class(vm, name, base, base->swift_bytes);
  if (cls != NULL) {
    cls->script = true;
    cls->copy = copy;
    cls->host = base->host;
    cls->methods = new_table(L);
    cls->warned = new_table(L);
    cls->override_table = new_table(L);
    cls->overrides = 0;
    inherit(L, base->members, cls->members);
    inherit(L, base->setters, cls->setters);
    inherit(L, base->slots, cls->slots);
    inherit(L, base->functions, cls->functions);
    if (base->script) {
      lua_rawgeti(L, LUA_REGISTRYINDEX, cls->methods);
      lua_createtable(L, 0, 1);
      lua_rawgeti(L, LUA_REGISTRYINDEX, base->methods);
      lua_setfield(L, -2, "__index");
      lua_setmetatable(L, -2);
      lua_pop(L, 1);
      cls->overrides = base->overrides;
      inherit(L, base->override_table, cls->override_table);
    }
    add_class_functions(L, cls);
    lb_make_metatable(L, cls);
    make_value(L, cls);
    lua_rawgeti(L, LUA_REGISTRYINDEX, cls->value);
  }
  vm->in_host--;
  return cls != NULL ? 1 : luaL_error(L, "not enough memory");
}

bool lb_overrides(const lb_class *cls, int32_t slot) { return (cls->overrides >> slot & 1) != 0; }

void lb_pushoverride(lua_State *L, const lb_class *cls, int32_t slot) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, cls->override_table);
  lua_rawgeti(L, -1, slot + 1);
  lua_remove(L, -2);
}

// MARK: Tables that stand for objects

// upvalue: members
static int table_index(lua_State *L) {
  lua_settop(L, 2);
  // Fields are the script's own: what neither it nor the class has is nil.
  if (lua_rawget(L, lua_upvalueindex(1)) == LUA_TFUNCTION) return 1;
  lua_pushnil(L);
  return 1;
}

void lb_conform(lua_State *L, int32_t index, lb_class *cls) {
  index = lua_absindex(L, index);
  if (lua_getmetatable(L, index)) {
    lua_pop(L, 1);
    return;
  }
  if (cls->table_meta == 0) {
    lua_createtable(L, 0, 3);
    lua_pushlightuserdata(L, cls);
    lua_rawsetp(L, -2, &lb_key_table_class);
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_rawgeti(L, LUA_REGISTRYINDEX, cls->members);
    lua_pushcclosure(L, table_index, 1);
    lua_setfield(L, -2, "__index");
    cls->table_meta = luaL_ref(L, LUA_REGISTRYINDEX);
  }
  lua_rawgeti(L, LUA_REGISTRYINDEX, cls->table_meta);
  lua_setmetatable(L, index);
}

lb_class *lb_table_class(lua_State *L, int32_t index) {
  if (lua_type(L, index) != LUA_TTABLE || !lua_getmetatable(L, index)) return NULL;
  lua_rawgetp(L, -1, &lb_key_table_class);
  lb_class *cls = lua_touserdata(L, -1);
  lua_pop(L, 2);
  return cls;
}

// MARK: Publishing

void lb_class_finish(lb_class *cls) {
  lua_State *L = cls->vm->L;
  if (cls->base != NULL) {
    inherit(L, cls->base->members, cls->members);
    inherit(L, cls->base->setters, cls->setters);
    inherit(L, cls->base->functions, cls->functions);
    inherit(L, cls->base->slots, cls->slots);
  }
  add_class_functions(L, cls);
  lb_make_metatable(L, cls);
  make_value(L, cls);
}

void lb_class_publish(lb_class *cls, const char *name) {
  lua_rawgeti(cls->vm->L, LUA_REGISTRYINDEX, cls->value);
  lb_setglobal(cls->vm, name);
}
