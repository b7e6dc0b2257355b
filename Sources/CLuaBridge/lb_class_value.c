// Classes as values that scripts call and index.
#include <string.h>

#include "lb_class.h"

// Whether the value at `index` is an uninitialized instance for an object of the host class `host`.
static bool is_unborn_of(lua_State *L, int index, const lb_class *host) {
  return lb_isunborn(L, index) && ((const lb_object *)lua_touserdata(L, index))->cls->host == host;
}

// Whether a name is `initWith…`, as Objective-C calls the initializers of a class.
static bool is_initializer(const char *name) { return strncmp(name, "initWith", 8) == 0; }

// `super.init(self, …)` reaches the host's initializer. upvalues: class, name
static int call_host_init(lua_State *L) {
  const lb_class *cls = lua_touserdata(L, lua_upvalueindex(1));
  // An instance of another class would get an object of the wrong type.
  if (!is_unborn_of(L, 1, cls) && is_initializer(lua_tostring(L, lua_upvalueindex(2)))) {
    lua_settop(L, 0);
    lua_rawgeti(L, LUA_REGISTRYINDEX, cls->value);
    lua_pushvalue(L, lua_upvalueindex(2));
    return lb_enter(L, LB_MEMBER_MISSING_MEMBER);
  }
  if (!is_unborn_of(L, 1, cls)) return luaL_error(L, "init of %s is called once, with self first", cls->name);
  lb_enter(L, cls->adopt_positional);
  lua_settop(L, 1);
  return 1;
}

// Pushes what a script class initializes its instances with: its `init`, else the first of its `initWith…`; false with
// nothing pushed where it has neither. The class nearest to the instance counts.
static bool push_initializer(lua_State *L, const lb_class *cls) {
  for (; cls != NULL && cls->script; cls = cls->base) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, cls->methods);
    int methods = lua_gettop(L);
    lua_pushliteral(L, "init");
    if (lua_rawget(L, methods) == LUA_TFUNCTION) {
      lua_remove(L, methods);
      return true;
    }
    // [methods, best name, key, value]: names in order, so that none depends on a hash.
    for (lua_pushnil(L); lua_next(L, methods) != 0; lua_pop(L, 1)) {
      if (lua_type(L, -2) != LUA_TSTRING || lua_type(L, -1) != LUA_TFUNCTION || !is_initializer(lua_tostring(L, -2)))
        continue;
      if (lua_isnil(L, methods + 1) || lua_compare(L, -2, methods + 1, LUA_OPLT)) {
        lua_pushvalue(L, -2);
        lua_replace(L, methods + 1);
      }
    }
    if (lua_isnil(L, methods + 1)) {
      lua_settop(L, methods - 1);
      continue;
    }
    lua_rawget(L, methods);
    lua_remove(L, methods);
    return true;
  }
  return false;
}

// Makes the instance of a script class whose arguments start at index 2.
static int construct(lua_State *L, lb_class *cls, bool named) {
  lb_class *host = cls->host;
  lb_construct(L, cls);
  lua_replace(L, 1);
  if (!push_initializer(L, cls)) {
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

static int call_class(lua_State *L) {
  lb_class *cls = lb_toclass(L, 1);
  // `CLMonitor:CircularGeographicCondition(…)`, which looks like a method of the class.
  if (cls->outer != NULL && lb_toclass(L, 2) == cls->outer) lua_remove(L, 2);
  return create(L, cls, false);
}

// Whether the argument is a table without a metatable, as every literal is: a struct has one.
static bool is_plain_table(lua_State *L) {
  if (!lua_istable(L, 1)) return false;
  if (!lua_getmetatable(L, 1)) return true;
  lua_pop(L, 1);
  return false;
}

// `Class.new{…}`. upvalue: class
static int call_new(lua_State *L) {
  lb_class *cls = lua_touserdata(L, lua_upvalueindex(1));
  // The usual call first, for it is made often. A class is no plain table.
  if (!cls->script && cls->named >= 0 && lua_gettop(L) == 1 && is_plain_table(L)) return lb_enter(L, cls->named);
  const lb_class *first = lb_toclass(L, 1);
  if (first != NULL && lb_class_is(first, cls)) lua_remove(L, 1);
  if (cls->plain_new && !lua_isnone(L, 1) && !lua_istable(L, 1)) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, cls->value);
    lua_insert(L, 1);
    return create(L, cls, false);
  }
  if (lua_isnone(L, 1)) lua_newtable(L);
  if (lua_gettop(L) > 1)
    return luaL_error(L, "%s.new takes a table of named values, got %d values (write %s(…) for values in order)",
                      cls->name, lua_gettop(L), cls->name);
  // A struct is a table, too, but none of values for this class.
  if (!lua_istable(L, 1) || strcmp(lb_typename(L, 1), "table") != 0)
    return luaL_error(L, "%s.new takes a table of named values, got %s (write %s(…) for values in order)", cls->name,
                      lb_typename(L, 1), cls->name);
  if (!cls->script && cls->named >= 0) return lb_enter(L, cls->named);
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
int lb_call_kind(lua_State *L) {
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

// What is not among the functions. upvalue: class
static int class_index(lua_State *L) {
  lb_class *cls = lua_touserdata(L, lua_upvalueindex(1));
  // Lua found the table of functions without it.
  lua_rawgeti(L, LUA_REGISTRYINDEX, cls->value);
  lua_replace(L, 1);
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
  if ((strcmp(name, "init") == 0 || is_initializer(name)) && cls->host->adopt_positional >= 0) {
    lua_pushlightuserdata(L, cls->host);
    lua_pushvalue(L, 2);
    lua_pushcclosure(L, call_host_init, 2);
    return 1;
  }
  lua_rawgeti(L, LUA_REGISTRYINDEX, cls->members);
  lua_pushvalue(L, 2);
  if (lua_rawget(L, -2) == LUA_TFUNCTION) return 1;
  lua_settop(L, 2);
  return lb_enter(L, LB_MEMBER_MISSING_MEMBER);
}

// upvalue: class
static int class_newindex(lua_State *L) {
  lb_class *cls = lua_touserdata(L, lua_upvalueindex(1));
  if (!cls->script)
    return luaL_error(L, "%s is a class of the host and cannot be changed%s", cls->name,
                      cls->open ? "; make your own with subclass" : "");
  lua_rawgeti(L, LUA_REGISTRYINDEX, cls->methods);
  lua_pushvalue(L, 2);
  lua_pushvalue(L, 3);
  lua_rawset(L, -3);
  if (lua_type(L, 2) == LUA_TSTRING) {
    const char *name = lua_tostring(L, 2);
    if (lb_get_in(L, cls->slots, name) == LUA_TNUMBER) {
      const lua_Integer slot = lua_tointeger(L, -1);
      lua_pop(L, 1);
      lb_set_overriding(L, cls, slot);
      lb_refresh_override(L, cls, name, (int)slot);
    }
  }
  return 0;
}

static int describe_class(lua_State *L) {
  lua_pushstring(L, lb_toclass(L, 1)->name);
  return 1;
}

void lb_add_class_functions(lua_State *L, lb_class *cls) {
  lua_pushlightuserdata(L, cls);
  lua_pushcclosure(L, call_new, 1);
  lb_set_in(L, cls->functions, "new");
  lua_pushlightuserdata(L, cls);
  lua_pushcclosure(L, call_is, 1);
  lb_set_in(L, cls->functions, "is");
}

void lb_make_value(lua_State *L, lb_class *cls) {
  lua_newtable(L);
  lua_createtable(L, 0, 8);
  lua_pushlightuserdata(L, cls);
  lua_rawsetp(L, -2, &lb_key_class);
  lua_pushliteral(L, "class");
  lua_setfield(L, -2, "__name");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_rawgeti(L, LUA_REGISTRYINDEX, cls->functions);
  lua_createtable(L, 0, 1);
  lua_pushlightuserdata(L, cls);
  lua_pushcclosure(L, class_index, 1);
  lua_setfield(L, -2, "__index");
  lua_setmetatable(L, -2);
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
