// `load`: a script compiles text, never bytecode, at a charge that grows with its length.
#include <string.h>

#include "lb_internal.h"

// Compiling takes some 40 ns a byte.
enum { LOAD_COST = 8, MAX_LOAD = 1 << 20, LOAD_PIECE = 256 };

// What is read of a text as it is compiled.
typedef struct {
  const char *text;
  size_t left, total;
  int64_t branches, jumps, blocks;
} lb_reading;

static bool begins(const char *text, size_t left, const char *word) {
  size_t length = strlen(word);
  return left >= length && memcmp(text, word, length) == 0;
}

// Lua walks through the list of a chain's jumps with each that is added, and through all pending jumps at the end of
// each block. Words in texts and names are counted too: few are that many.
static void charge_jumps(lua_State *L, lb_reading *reading, const char *text, size_t length) {
  int64_t branches = reading->branches, jumps = reading->jumps, blocks = reading->blocks;
  for (size_t i = 0; i < length; i++) {
    switch (text[i]) {
      case 'o': reading->branches += begins(text + i, length - i, "or"); break;
      case 'a': reading->branches += begins(text + i, length - i, "and"); break;
      case 'e':
        reading->branches += begins(text + i, length - i, "else");
        reading->blocks += begins(text + i, length - i, "end");
        break;
      case 'g': reading->jumps += begins(text + i, length - i, "goto"); break;
      case 'b': reading->jumps += begins(text + i, length - i, "break"); break;
      case ':': reading->blocks += begins(text + i, length - i, "::"); break;
      case 'u': reading->blocks += begins(text + i, length - i, "until"); break;
      default: break;
    }
  }
  branches = (reading->branches - branches) * reading->branches;
  jumps = (reading->jumps - jumps) * (reading->jumps + reading->blocks) / 4 + (reading->blocks - blocks) * reading->jumps / 4;
  lb_charge(L, branches + jumps);
}

static void charge_load(lua_State *L, lb_reading *reading, const char *text, size_t size) {
  reading->total += size;
  if (reading->total > MAX_LOAD) luaL_error(L, "load: the text is longer than the %d bytes allowed", MAX_LOAD);
  lb_charge(L, LOAD_COST * (int64_t)size);
  charge_jumps(L, reading, text, size);
}

// In pieces, so that a text that takes long to compile is stopped in the middle.
static const char *read_text(lua_State *L, void *data, size_t *size) {
  lb_reading *reading = data;
  const char *piece = reading->text;
  *size = reading->left < LOAD_PIECE ? reading->left : LOAD_PIECE;
  if (*size == 0) return NULL;
  reading->text += *size;
  reading->left -= *size;
  charge_load(L, reading, piece, *size);
  return piece;
}

// upvalue: none; load(chunk [, name [, mode [, env]]])
static const char *read_piece(lua_State *L, void *data, size_t *size) {
  luaL_checkstack(L, 2, "too many nested functions");
  lua_pushvalue(L, 1);
  lua_call(L, 0, 1);
  if (lua_isnil(L, -1)) {
    lua_pop(L, 1);
    *size = 0;
    return NULL;
  }
  if (lua_type(L, -1) != LUA_TSTRING) luaL_error(L, "reader function must return a string");
  lua_replace(L, 5);
  const char *piece = lua_tolstring(L, 5, size);
  charge_load(L, data, piece, *size);
  return piece;
}

int lb_base_load(lua_State *L) {
  bool has_env = lua_gettop(L) >= 4;
  size_t length;
  const char *text = lua_type(L, 1) == LUA_TSTRING ? lua_tolstring(L, 1, &length) : NULL;
  const char *name = luaL_optstring(L, 2, text != NULL ? text : "=(load)");
  const char *mode = luaL_optstring(L, 3, "t");
  if (strchr(mode, 't') == NULL) return luaL_error(L, "load: bytecode is not available to scripts");
  if (text == NULL) luaL_checktype(L, 1, LUA_TFUNCTION);
  lua_settop(L, 5);
  lb_reading reading = {.text = text, .left = text != NULL ? length : 0};
  if (reading.left > MAX_LOAD) return luaL_error(L, "load: the text is longer than the %d bytes allowed", MAX_LOAD);
  int status = lua_load(L, text != NULL ? read_text : read_piece, &reading, name, "t");
  if (status != LUA_OK) {
    if (status == LUA_ERRMEM) lb_run_out(L);
    if (lb_is_tripped(L)) return lua_error(L);
    lua_pushnil(L);
    lua_insert(L, -2);
    return 2;
  }
  if (has_env)
    lua_pushvalue(L, 4);
  else
    lb_push_globals(L, lb_get(L)->current);
  if (lua_setupvalue(L, -2, 1) == NULL) lua_pop(L, 1);
  return 1;
}
