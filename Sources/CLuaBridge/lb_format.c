/// `string.rep` and `string.format`, charged to the running call. Results and error messages are Lua 5.4's.
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "lb_characters.h"
#include "lb_internal.h"

// MARK: rep

static const lua_Integer MAX_REPETITIONS = 10000000;
static const size_t MAX_REP_BYTES = (size_t)1 << 30;

int lb_str_rep(lua_State *L) {
  size_t length, sep_length;
  const char *s = luaL_checklstring(L, 1, &length);
  lua_Integer n = luaL_checkinteger(L, 2);
  const char *sep = luaL_optlstring(L, 3, "", &sep_length);
  if (n <= 0) {
    lua_pushliteral(L, "");
    return 1;
  }
  if (n > MAX_REPETITIONS)
    return luaL_error(L, "string.rep: %I repetitions are more than the %I allowed", (LUAI_UACINT)n, (LUAI_UACINT)MAX_REPETITIONS);
  if (length + sep_length < length || length + sep_length > (MAX_REP_BYTES + sep_length) / (size_t)n)
    return luaL_error(L, "resulting string too large");
  size_t total = length * (size_t)n + sep_length * (size_t)(n - 1);
  lb_charge(L, 1 + (int64_t)(total >> 4));
  luaL_Buffer b;
  char *out = luaL_buffinitsize(L, &b, total);
  if (length + sep_length == 1) {
    memset(out, length == 1 ? *s : *sep, total);
  } else if (total > 0) {
    // The first unit, then doubling.
    memcpy(out, s, length);
    size_t done = length;
    if (n > 1) {
      memcpy(out + done, sep, sep_length);
      done += sep_length;
      while (done < total) {
        size_t piece = done < total - done ? done : total - done;
        memcpy(out + done, out, piece);
        done += piece;
      }
    }
  }
  luaL_pushresultsize(&b, total);
  return 1;
}

// MARK: format

enum {
  SPEC_ROOM = 32,
  SPEC_MOST = 21,                      // characters between '%' and the conversion
  ITEM_ROOM = 120,                     // bytes of any conversion but %f; width and precision have two digits
  ITEM_ROOM_F = 110 + DBL_MAX_10_EXP,  // of %f
};

/// Steps over at most two digits.
static const char *two_digits(const char *p) {
  if (is_digit((byte)*p)) p++;
  if (is_digit((byte)*p)) p++;
  return p;
}

/// Raises unless `spec` is '%', some of `flags`, a width and, where allowed, a precision before the conversion.
static void check_spec(lua_State *L, const char *spec, const char *flags, bool precision) {
  const char *p = spec + 1;
  p += strspn(p, flags);
  if (*p != '0') {
    p = two_digits(p);
    if (*p == '.' && precision) p = two_digits(p + 1);
  }
  if (!is_letter((byte)*p)) luaL_error(L, "invalid conversion specification: '%s'", spec);
}

/// Puts "ll" before the conversion.
static void widen(char *spec) {
  size_t n = strlen(spec);
  char conversion = spec[n - 1];
  memcpy(spec + n - 1, "ll", 2);
  spec[n + 1] = conversion;
  spec[n + 2] = 0;
}

/// `%q` of a string.
static void add_quoted(luaL_Buffer *b, const char *s, size_t length) {
  luaL_addchar(b, '"');
  for (size_t i = 0; i < length; i++) {
    byte c = (byte)s[i];
    if (c == '"' || c == '\\' || c == '\n') {
      luaL_addchar(b, '\\');
      luaL_addchar(b, (char)c);
    } else if (is_control(c)) {
      char code[8];
      // s[length] is NUL
      int n = snprintf(code, sizeof code, is_digit((byte)s[i + 1]) ? "\\%03d" : "\\%d", c);
      luaL_addlstring(b, code, (size_t)n);
    } else {
      luaL_addchar(b, (char)c);
    }
  }
  luaL_addchar(b, '"');
}

/// `%q`: the argument as Lua source.
static void add_literal(lua_State *L, luaL_Buffer *b, int arg) {
  switch (lua_type(L, arg)) {
    case LUA_TSTRING: {
      size_t length;
      const char *s = lua_tolstring(L, arg, &length);
      lb_charge(L, (int64_t)(length >> 3));
      add_quoted(b, s, length);
      break;
    }
    case LUA_TNUMBER: {
      char *out = luaL_prepbuffsize(b, ITEM_ROOM);
      int n;
      if (lua_isinteger(L, arg)) {
        long long i = lua_tointeger(L, arg);
        n = snprintf(out, ITEM_ROOM, i == LLONG_MIN ? "0x%llx" : "%lld", i);
      } else {
        double d = lua_tonumber(L, arg);
        if (isnan(d)) {
          n = snprintf(out, ITEM_ROOM, "(0/0)");
        } else if (isinf(d)) {
          n = snprintf(out, ITEM_ROOM, d > 0 ? "1e9999" : "-1e9999");
        } else {
          n = snprintf(out, ITEM_ROOM, "%a", d);
        }
      }
      luaL_addsize(b, (size_t)n);
      break;
    }
    case LUA_TNIL:
    case LUA_TBOOLEAN:
      luaL_tolstring(L, arg, NULL);
      luaL_addvalue(b);
      break;
    default:
      luaL_argerror(L, arg, "value has no literal form");
  }
}

/// `%s`.
static void add_text(lua_State *L, luaL_Buffer *b, int arg, const char *spec) {
  size_t length;
  const char *s = lb_describe(L, arg, &length);
  lb_charge(L, (int64_t)(length >> 4));
  if (spec[2] == 0) {
    luaL_addvalue(b);
    return;
  }
  luaL_argcheck(L, length == strlen(s), arg, "string contains zeros");
  check_spec(L, spec, "-", true);
  if (strchr(spec, '.') == NULL && length >= 100) {
    luaL_addvalue(b);  // no width can matter
    return;
  }
  char out[ITEM_ROOM];
  int n = snprintf(out, sizeof out, spec, s);
  lua_pop(L, 1);
  luaL_addlstring(b, out, (size_t)n);
}

/// `%p`: a number that is the same in every run, not an address.
static int put_identity(lua_State *L, char *out, int arg, char *spec) {
  check_spec(L, spec, "-", false);
  switch (lua_type(L, arg)) {
    case LUA_TTABLE:
    case LUA_TFUNCTION:
    case LUA_TUSERDATA:
    case LUA_TLIGHTUSERDATA:
    case LUA_TTHREAD:
      spec[strlen(spec) - 1] = 'd';
      widen(spec);
      return snprintf(out, ITEM_ROOM, spec, (long long)lb_identity(L, arg));
    default:
      spec[strlen(spec) - 1] = 's';
      return snprintf(out, ITEM_ROOM, spec, "(null)");
  }
}

/// Formats an argument into the buffer; gives how many bytes are still to be added.
static int put_item(lua_State *L, luaL_Buffer *b, int arg, char conversion, char *spec) {
  size_t room = conversion == 'f' ? ITEM_ROOM_F : ITEM_ROOM;
  int put = 0;
  switch (conversion) {
    case 'c': {
      check_spec(L, spec, "-", false);
      int c = (int)luaL_checkinteger(L, arg);
      put = snprintf(luaL_prepbuffsize(b, room), room, spec, c);
      break;
    }
    case 'd': case 'i': case 'u': case 'o': case 'x': case 'X': {
      long long i = luaL_checkinteger(L, arg);
      const char *flags = conversion == 'd' || conversion == 'i' ? "-+0 " : conversion == 'u' ? "-0" : "-#0";
      check_spec(L, spec, flags, true);
      widen(spec);
      put = snprintf(luaL_prepbuffsize(b, room), room, spec, i);
      break;
    }
    case 'a': case 'A':
      check_spec(L, spec, "-+#0 ", true);
      put = snprintf(luaL_prepbuffsize(b, room), room, spec, luaL_checknumber(L, arg));
      break;
    case 'e': case 'E': case 'f': case 'g': case 'G': {
      double d = luaL_checknumber(L, arg);
      check_spec(L, spec, "-+#0 ", true);
      put = snprintf(luaL_prepbuffsize(b, room), room, spec, d);
      break;
    }
    case 'p':
      put = put_identity(L, luaL_prepbuffsize(b, room), arg, spec);
      break;
    case 'q':
      if (spec[2] != 0) return luaL_error(L, "specifier '%%q' cannot have modifiers");
      add_literal(L, b, arg);
      break;
    case 's':
      add_text(L, b, arg, spec);
      break;
    default:
      return luaL_error(L, "invalid conversion '%s' to 'format'", spec);
  }
  return put;
}

int lb_str_format(lua_State *L) {
  int top = lua_gettop(L), arg = 1;
  size_t length;
  const char *p = luaL_checklstring(L, 1, &length), *end = p + length;
  luaL_Buffer b;
  luaL_buffinit(L, &b);
  lb_charge(L, 1 + (int64_t)(length >> 4));
  while (p < end) {
    const char *mark = memchr(p, '%', (size_t)(end - p));
    if (mark == NULL) mark = end;
    luaL_addlstring(&b, p, (size_t)(mark - p));
    if (mark == end) break;
    p = mark + 1;
    if (*p == '%') {
      luaL_addchar(&b, '%');
      p++;
      continue;
    }
    if (++arg > top) return luaL_argerror(L, arg, "no value");
    char spec[SPEC_ROOM];
    size_t n = strspn(p, "-+ #0123456789.");
    if (n > SPEC_MOST - 1) luaL_error(L, "invalid format (too long)");
    spec[0] = '%';
    memcpy(spec + 1, p, n + 1);
    spec[n + 2] = 0;
    lb_charge(L, 4);
    int put = put_item(L, &b, arg, p[n], spec);
    luaL_addsize(&b, (size_t)put);
    p += n + 1;
  }
  luaL_pushresult(&b);
  return 1;
}
