/// What a match captured, for the functions that give it to scripts.
#include "lb_match.h"

ptrdiff_t lb_get_capture(matcher *m, int i, const byte *s, const byte *end, const byte **start) {
  if (i >= m->count) {
    if (i != 0) luaL_error(m->L, "invalid capture index %%%d", i + 1);
    *start = s;
    return end - s;
  }
  ptrdiff_t length = m->captures[i].length;
  *start = m->captures[i].start;
  if (length == CAPTURE_OPEN) luaL_error(m->L, "unfinished capture");
  if (length == CAPTURE_POSITION) lua_pushinteger(m->L, *start - m->start + 1);
  return length;
}

void lb_push_capture(matcher *m, int i, const byte *s, const byte *end) {
  const byte *start;
  ptrdiff_t length = lb_get_capture(m, i, s, end, &start);
  if (length == CAPTURE_POSITION) return;
  tick(m, length >> 4);
  lua_pushlstring(m->L, (const char *)start, (size_t)length);
}

int lb_push_captures(matcher *m, const byte *s, const byte *end) {
  int count = m->count == 0 && s != NULL ? 1 : m->count;
  luaL_checkstack(m->L, count, "too many captures");
  for (int i = 0; i < count; i++) lb_push_capture(m, i, s, end);
  return count;
}
