/// Matches Lua's patterns: where a match that begins at a place ends. Results and error messages are Lua 5.4's.
#include "lb_match.h"

/// Whether `c` is in the set that opens at `p` (a '[') and closes at `last` (its ']').
static bool in_set(unsigned c, const byte *p, const byte *last) {
  bool found = true;
  p++;
  if (*p == '^') {
    found = false;
    p++;
  }
  while (p < last) {
    if (*p == '%') {
      if (in_class(c, p[1])) return found;
      p += 2;
    } else if (p[1] == '-' && p + 2 < last) {
      if (p[0] <= c && c <= p[2]) return found;
      p += 3;
    } else if (*p++ == c) {
      return found;
    }
  }
  return !found;
}

/// The end of the single-character item at `p`.
static const byte *item_end(matcher *m, const byte *p) {
  byte first = *p++;
  if (first == '%') {
    if (p == m->pattern_end) luaL_error(m->L, "malformed pattern (ends with '%%')");
    return p + 1;
  }
  if (first != '[') return p;
  if (*p == '^') p++;
  do {  // a ']' in first place stands for itself
    if (p == m->pattern_end) luaL_error(m->L, "malformed pattern (missing ']')");
    if (*p++ == '%' && p < m->pattern_end) p++;
  } while (*p != ']');
  return p + 1;
}

/// Whether the item from `p` to `end` takes the character `c`.
static inline bool takes(unsigned c, const byte *p, const byte *end) {
  switch (*p) {
    case '.': return true;
    case '%': return in_class(c, p[1]);
    case '[': return in_set(c, p, end - 1);
    default: return *p == c;
  }
}

/// What one test of the item costs: long sets count for more.
static inline int64_t item_cost(const byte *p, const byte *end) { return 1 + ((end - p) >> 3); }

static const byte *match(matcher *m, const byte *s, const byte *p);

/// `item*` and, from the second character on, `item+`: as many as possible, then fewer.
static const byte *match_most(matcher *m, const byte *s, const byte *p, const byte *end) {
  const byte *t = s;
  switch (*p) {
    case '.':
      t = m->end;
      break;
    case '%':
    case '[': {
      int64_t cost = item_cost(p, end);
      while (t < m->end) {
        const byte *stop = m->end - t < 64 ? m->end : t + 64;
        const byte *from = t;
        if (*p == '%') {
          unsigned name = p[1];
          while (t < stop && in_class(*t, name)) t++;
        } else {
          while (t < stop && in_set(*t, p, end - 1)) t++;
        }
        tick(m, (t - from + 1) * cost);
        if (t < stop) break;
      }
      break;
    }
    default:
      while (t < m->end && *t == *p) {
        t++;
        tick(m, 1);
      }
  }
  for (;;) {
    const byte *found = match(m, t, end + 1);
    if (found != NULL) return found;
    if (t == s) return NULL;
    t--;
  }
}

/// `item-`: as few as possible, then more.
static const byte *match_least(matcher *m, const byte *s, const byte *p, const byte *end) {
  int64_t cost = item_cost(p, end);
  for (;;) {
    const byte *found = match(m, s, end + 1);
    if (found != NULL) return found;
    tick(m, cost);
    if (s >= m->end || !takes(*s, p, end)) return NULL;
    s++;
  }
}

/// `%bxy`, with `p` at the x.
static const byte *match_balanced(matcher *m, const byte *s, const byte *p) {
  if (m->pattern_end - p < 2) luaL_error(m->L, "malformed pattern (missing arguments to '%%b')");
  if (s >= m->end || *s != p[0]) return NULL;
  size_t open = 1;
  while (++s < m->end) {
    tick(m, 1);
    if (*s == p[1]) {
      if (--open == 0) return s + 1;
    } else if (*s == p[0]) {
      open++;
    }
  }
  return NULL;
}

/// `%1` … `%9`: what the capture held, once more.
static const byte *match_again(matcher *m, const byte *s, int digit) {
  int i = digit - '1';
  if (i < 0 || i >= m->count || m->captures[i].length == CAPTURE_OPEN)
    luaL_error(m->L, "invalid capture index %%%d", i + 1);
  ptrdiff_t length = m->captures[i].length;
  if (length == CAPTURE_POSITION || m->end - s < length) return NULL;
  tick(m, length >> 4);
  return memcmp(m->captures[i].start, s, (size_t)length) == 0 ? s + length : NULL;
}

static const byte *match_opening(matcher *m, const byte *s, const byte *p, ptrdiff_t kind) {
  if (m->count >= MAX_CAPTURES) luaL_error(m->L, "too many captures");
  m->captures[m->count].start = s;
  m->captures[m->count].length = kind;
  m->count++;
  const byte *found = match(m, s, p);
  if (found == NULL) m->count--;
  return found;
}

static const byte *match_closing(matcher *m, const byte *s, const byte *p) {
  int i = m->count - 1;
  while (i >= 0 && m->captures[i].length != CAPTURE_OPEN) i--;
  if (i < 0) luaL_error(m->L, "invalid pattern capture");
  m->captures[i].length = s - m->captures[i].start;
  const byte *found = match(m, s, p);
  if (found == NULL) m->captures[i].length = CAPTURE_OPEN;
  return found;
}

/// `%f[set]`, with `p` at the set: whether its characters begin at `s`. `p` moves behind the set.
static bool at_frontier(matcher *m, const byte *s, const byte **p) {
  if (**p != '[') luaL_error(m->L, "missing '[' after '%%f' in pattern");
  const byte *end = item_end(m, *p);
  unsigned before = s == m->start ? 0 : s[-1], after = s == m->end ? 0 : *s;
  tick(m, 2 * item_cost(*p, end));
  bool is_there = !in_set(before, *p, end - 1) && in_set(after, *p, end - 1);
  *p = end;
  return is_there;
}

/// A single-character item at `p` with what stands behind it; whether `s` is the end of the whole match, else both
/// move on.
static inline bool match_item(matcher *m, const byte **s, const byte **p) {
  const byte *end = item_end(m, *p);
  if (**p == '[') tick(m, (end - *p) >> 3);
  bool fits = *s < m->end && takes(**s, *p, end);
  switch (*end) {  // the NUL behind a pattern is nothing
    case '?':
      if (fits) {
        const byte *found = match(m, *s + 1, end + 1);
        if (found != NULL) {
          *s = found;
          return true;
        }
      }
      *p = end + 1;
      return false;
    case '*':
      if (!fits) {
        *p = end + 1;
        return false;
      }
      *s = match_most(m, *s, *p, end);
      return true;
    case '+':
      *s = fits ? match_most(m, *s + 1, *p, end) : NULL;
      return true;
    case '-':
      if (!fits) {
        *p = end + 1;
        return false;
      }
      *s = match_least(m, *s, *p, end);
      return true;
    default:
      *s = fits ? *s + 1 : NULL;
      *p = end;
      return false;
  }
}

/// The end of the match of the pattern from `p` on at `s`, else NULL. Errors in a pattern show only when they
/// are reached, as in Lua.
static const byte *match(matcher *m, const byte *s, const byte *p) {
  if (m->depth-- == 0) luaL_error(m->L, "pattern too complex");
  while (s != NULL) {
    tick(m, 1);
    if (p == m->pattern_end) break;
    switch (*p) {
      case '(':
        s = p[1] == ')' ? match_opening(m, s, p + 2, CAPTURE_POSITION) : match_opening(m, s, p + 1, CAPTURE_OPEN);
        goto done;
      case ')':
        s = match_closing(m, s, p + 1);
        goto done;
      case '$':
        if (p + 1 != m->pattern_end) break;
        if (s != m->end) s = NULL;
        goto done;
      case '%':
        switch (p[1]) {
          case 'b':
            s = match_balanced(m, s, p + 2);
            p += 4;
            continue;
          case 'f':
            p += 2;
            if (!at_frontier(m, s, &p)) s = NULL;
            continue;
          case '0': case '1': case '2': case '3': case '4': case '5': case '6': case '7': case '8': case '9':
            s = match_again(m, s, p[1]);
            p += 2;
            continue;
          default: break;
        }
        break;
      default: break;
    }
    if (match_item(m, &s, &p)) break;
  }
done:
  m->depth++;
  return s;
}

const byte *lb_match_here(matcher *m, const byte *s, const byte *p) {
  m->count = 0;
  return match(m, s, p);
}
