// The texts of an SVG as elements.
#include "cv_internal.h"
#include "cv_writing.h"

#include <math.h>
#include <stdio.h>

enum { most_texts = 99998 };

static void add_words(cv_writing *to, const char *words) { cv_add_bytes(to, words, strlen(words)); }

// An attribute with a number of up to four decimals, written alike in all languages.
static void add_number(cv_writing *to, const char *name, double value) {
  char words[64];
  long long parts = llround(cv_within(value, -1e12, 1e12) * 1e4), whole = llabs(parts);
  int length = snprintf(words, sizeof words, "%s%lld.%04lld", parts < 0 ? "-" : "", whole / 10000, whole % 10000);
  while (words[length - 1] == '0') length--;
  if (words[length - 1] == '.') length--;
  add_words(to, name);
  cv_add_bytes(to, words, (size_t)length);
}

static void add_attribute(cv_writing *to, const char *name, double value) {
  add_number(to, name, value);
  add_words(to, "\"");
}

static void add_escaped(cv_writing *to, const char *text, size_t length) {
  for (size_t i = 0; i < length; i++) {
    switch (text[i]) {
    case '&': add_words(to, "&amp;"); break;
    case '<': add_words(to, "&lt;"); break;
    case '>': add_words(to, "&gt;"); break;
    case '"': add_words(to, "&quot;"); break;
    default:
      // XML has no other control characters.
      if ((unsigned char)text[i] >= 0x20) cv_add_bytes(to, text + i, 1);
    }
  }
}

static void add_color(cv_writing *to, const char *what, cv_color color, double alpha) {
  char words[64];
  snprintf(words, sizeof words, " %s=\"#%02x%02x%02x\"", what, (unsigned)lround(cv_within(color.red, 0, 1) * 255),
           (unsigned)lround(cv_within(color.green, 0, 1) * 255), (unsigned)lround(cv_within(color.blue, 0, 1) * 255));
  add_words(to, words);
  if (color.alpha * alpha >= 1) return;
  snprintf(words, sizeof words, " %s-opacity=\"", what);
  add_attribute(to, words, color.alpha * alpha);
}

// The words of a line; dots stand for what an ellipsis hides.
static void add_line(cv_writing *to, const char *text, const PangoLayoutLine *line) {
  size_t start = (size_t)line->start_index, end = start + (size_t)line->length;
  for (const PangoList *run = line->runs; run; run = run->next) {
    const PangoItem *item = ((const PangoGlyphItem *)run->data)->item;
    if (!(item->flags & PANGO_ANALYSIS_FLAG_IS_ELLIPSIS)) continue;
    add_escaped(to, text + start, (size_t)item->offset - start);
    add_words(to, "\xe2\x80\xa6");
    start = (size_t)(item->offset + item->length);
    break;
  }
  if (start < end) add_escaped(to, text + start, end - start);
}

static void add_font(cv_writing *to, const cv_text *text, double size) {
  bool has_feet = strstr(text->family, "Serif") != NULL, is_even = strstr(text->family, "Mono") != NULL;
  add_words(to, " font-family=\"");
  add_escaped(to, text->family, strlen(text->family));
  add_words(to, is_even ? ", monospace\"" : has_feet ? ", serif\"" : ", Verdana, sans-serif\"");
  add_attribute(to, " font-size=\"", size);
  if (text->is_bold) add_words(to, " font-weight=\"bold\"");
  if (text->is_italic) add_words(to, " font-style=\"italic\"");
}

// The lines of a layout, each at its baseline.
static void add_lines(cv_writing *to, const cv_op *op, double x, double y) {
  const char *text = cv.pango_layout_get_text(op->layout);
  PangoLayoutIter *at = cv.pango_layout_get_iter(op->layout);
  do {
    const PangoLayoutLine *line = cv.pango_layout_iter_get_line_readonly(at);
    if (line->length == 0) continue;
    PangoRectangle box;
    cv.pango_layout_iter_get_line_extents(at, NULL, &box);
    double left = box.x / (double)PANGO_SCALE, width = box.width / (double)PANGO_SCALE;
    bool is_from_right = line->resolved_dir == PANGO_DIRECTION_RTL;
    add_attribute(to, "<tspan x=\"", x + left + (is_from_right ? width : 0));
    add_attribute(to, " y=\"", y + cv.pango_layout_iter_get_baseline(at) / (double)PANGO_SCALE);
    // Another font, where there is none of this name, takes no more room.
    if (width > 0) add_attribute(to, " textLength=\"", width);
    if (is_from_right) add_words(to, " direction=\"rtl\"");
    add_words(to, ">");
    add_line(to, text, line);
    add_words(to, "</tspan>");
  } while (cv.pango_layout_iter_next_line(at));
  cv.pango_layout_iter_free(at);
}

static char *element(const cv_canvas *canvas, const cv_op *op) {
  cairo_t *cairo = canvas->target.cairo;
  cairo_matrix_t base, m;
  cv.cairo_get_matrix(cairo, &base);
  cv_set_text_matrix(&canvas->target, op);
  cv.cairo_get_matrix(cairo, &m);
  cv.cairo_set_matrix(cairo, &base);
  // A layer has its own corner.
  double left, top;
  cv.cairo_surface_get_device_offset(cv.cairo_get_group_target(cairo), &left, &top);
  m.x0 += left, m.y0 += top;
  bool is_upright = m.xx == 1 && m.yy == 1 && m.xy == 0 && m.yx == 0;
  cv_writing to = {0};
  add_words(&to, "<text xml:space=\"preserve\"");
  add_font(&to, op->text, op->text->size / op->width);
  add_color(&to, "fill", op->paint->color, op->alpha);
  if (cv_has_halo(op)) {
    add_color(&to, "stroke", op->text->halo, op->alpha);
    add_attribute(&to, " stroke-width=\"", 2 * op->text->halo_width / op->width);
    add_words(&to, " stroke-linejoin=\"round\" paint-order=\"stroke\"");
  }
  if (!is_upright) {
    const double parts[] = {m.xx, m.yx, m.xy, m.yy, m.x0, m.y0};
    for (int i = 0; i < 6; i++) add_number(&to, i == 0 ? " transform=\"matrix(" : " ", parts[i]);
    add_words(&to, ")\"");
  }
  add_words(&to, ">");
  add_lines(&to, op, is_upright ? m.x0 : 0, is_upright ? m.y0 : 0);
  add_words(&to, "</text>\n");
  if (!to.has_failed) return to.text;
  free(to.text);
  return NULL;
}

uint32_t cv_note_text(cv_canvas *canvas, const cv_op *op) {
  if (op->paint->kind != cv_solid || op->source || canvas->text_count == most_texts) return 0;
  if (canvas->text_count == canvas->text_room) {
    uint32_t room = canvas->text_room ? 2 * canvas->text_room : 64;
    char **longer = realloc(canvas->texts, room * sizeof *longer);
    if (!longer) return 0;
    canvas->texts = longer;
    canvas->text_room = room;
  }
  char *text = element(canvas, op);
  if (!text) return 0;
  canvas->texts[canvas->text_count++] = text;
  return canvas->text_count;
}
