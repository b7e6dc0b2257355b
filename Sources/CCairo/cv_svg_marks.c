// Texts of an SVG as text, so that it can be searched, read aloud and edited: Cairo writes letters as outlines.
//
// Each text is painted in a color whose last digits are its mark; in the finished document, what has these digits is
// replaced by the text as an element. So a text keeps its place among the other shapes, clips and layers, and what
// Cairo has to paint as dots shows its letters, too.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE  // memmem
#endif
#include "cv_internal.h"
#include "cv_writing.h"

#include <math.h>

// Digits of a marked color; the third component tells letters from halos.
enum { digits = 100000, letters = 31415, halo = 27182 };

// --- Marks -------------------------------------------------------------------------------------------------------

// A component as per cent with one decimal, followed by five digits.
static double with_digits(double component, uint32_t value) {
  return (fmin(floor(cv_within(component, 0, 1) * 1000), 999) / 10 + value * 1e-6) / 100;
}

cv_color cv_marked(cv_color color, uint32_t mark, bool is_halo) {
  return (cv_color){with_digits(color.red, mark), with_digits(color.green, digits - 1 - mark),
                    with_digits(color.blue, is_halo ? halo : letters), color.alpha};
}

// The digits of a component at `*at`, which is moved behind its per cent sign; `digits` if there is none.
static uint32_t read_digits(const char **at, const char *end) {
  uint64_t value = 0;
  int decimals = -1;
  for (; *at < end && (**at == '.' || (**at >= '0' && **at <= '9')); ++*at) {
    if (**at == '.') decimals = 0;
    else if (decimals < 6) value = value * 10 + (uint64_t)(**at - '0'), decimals += decimals >= 0;
  }
  if (*at == end || **at != '%') return digits;
  ++*at;
  for (decimals = decimals < 0 ? 0 : decimals; decimals < 6; decimals++) value *= 10;
  return (uint32_t)(value % digits);
}

// The mark of an element's color; 0 for none.
static uint32_t mark_of(const char *tag, const char *end, bool *is_halo) {
  for (const char *at = tag; at + 4 < end; at++) {
    if (memcmp(at, "rgb(", 4) != 0) continue;
    at += 4;
    uint32_t found[3];
    for (int i = 0; i < 3; i++) {
      found[i] = read_digits(&at, end);
      if (i < 2 && at < end) at++;
    }
    *is_halo = found[2] == halo;
    if (found[0] > 0 && found[0] + found[1] == digits - 1 && (*is_halo || found[2] == letters)) return found[0];
  }
  return 0;
}

// --- The document ------------------------------------------------------------------------------------------------

// Finds `words` between two places; `end` if they are not there.
static const char *find(const char *at, const char *end, const char *words) {
  const char *found = memmem(at, (size_t)(end - at), words, strlen(words));
  return found ? found : end;
}

// The end of a marked element: a shape, or a group of letters.
static const char *end_of(const char *at, const char *end) {
  bool is_group = at[1] == 'g';
  const char *found = find(at, end, is_group ? "</g>" : "/>");
  if (found == end) return end;
  found += is_group ? 4 : 2;
  return found < end && *found == '\n' ? found + 1 : found;
}

static void insert_texts(cv_canvas *canvas, cv_writing *to, const char *at, const char *end) {
  while (at < end) {
    const char *tag = memchr(at, '<', (size_t)(end - at));
    if (!tag) tag = end;
    cv_add_bytes(to, at, (size_t)(tag - at));
    if ((at = tag) == end) return;
    const char *close = find(tag, end, ">");
    bool may_be_text = end - tag > 6 && (memcmp(tag, "<path ", 6) == 0 || memcmp(tag, "<g ", 3) == 0);
    bool is_halo = false;
    uint32_t mark = may_be_text ? mark_of(tag, close, &is_halo) : 0;
    if (mark == 0 || mark > canvas->text_count) {
      cv_add_bytes(to, tag, (size_t)(close - tag));
      at = close;
      continue;
    }
    at = end_of(tag, end);
    char **text = &canvas->texts[mark - 1];
    if (is_halo || !*text) continue;
    cv_add_bytes(to, *text, strlen(*text));
    // Each line and each font of it has been painted by itself.
    free(*text);
    *text = NULL;
  }
}

// Takes out the outlines of letters, if nothing shows them.
static void drop_letters(cv_writing *document) {
  char *end = document->text + document->length;
  if (find(document->text, end, "\"#glyph") != end) return;
  char *to = document->text;
  for (const char *at = to; at < end;) {
    const char *next = find(at, end, "<symbol overflow=\"visible\" id=\"glyph");
    memmove(to, at, (size_t)(next - at));
    to += next - at;
    const char *close = find(next, end, "</symbol>\n");
    at = close == end ? next : close + 10;
    if (at == next && next < end) {
      memmove(to, at, (size_t)(end - at));
      to += end - at;
      break;
    }
  }
  document->length = (size_t)(to - document->text);
}

bool cv_insert_texts(cv_canvas *canvas) {
  if (canvas->text_count == 0) return true;
  cv_writing to = {0};
  const char *document = (const char *)canvas->document;
  insert_texts(canvas, &to, document, document + canvas->document_length);
  if (to.has_failed) {
    free(to.text);
    return false;
  }
  drop_letters(&to);
  free(canvas->document);
  canvas->document = (uint8_t *)to.text;
  canvas->document_length = to.length;
  canvas->document_room = to.room;
  return true;
}
