// Text with Pango: typefaces, lines, and letters of every script.
#include "cv_internal.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// DejaVu Sans for Latin, Greek, Cyrillic and Arabic, IPA Gothic for Japanese, other installed fonts for the
// rest. Only the faces of fonts-dejavu-core are used, so that slanted letters look the same on machines with
// more.
static const char fonts[] =
    "<?xml version='1.0'?><!DOCTYPE fontconfig SYSTEM 'fonts.dtd'><fontconfig>"
    "<dir>/usr/share/fonts</dir><dir>/usr/local/share/fonts</dir>"
    "<cachedir>/var/cache/fontconfig</cachedir><cachedir prefix='xdg'>fontconfig</cachedir>"
    "<selectfont><rejectfont>"
    "<glob>*/DejaVu*Oblique.ttf</glob><glob>*/DejaVu*Italic.ttf</glob><glob>*/DejaVu*Condensed*.ttf</glob>"
    "<glob>*/DejaVuSans-ExtraLight.ttf</glob><glob>*/DejaVuMath*.ttf</glob>"
    "</rejectfont></selectfont>"
    "<match target='pattern'><edit name='family' mode='append' binding='strong'>"
    "<string>DejaVu Sans</string><string>IPAGothic</string></edit>"
    "<edit name='antialias' mode='assign'><bool>true</bool></edit>"
    "<edit name='hinting' mode='assign'><bool>false</bool></edit>"
    "<edit name='rgba' mode='assign'><const>none</const></edit></match>"
    "<match target='font'><test name='slant'><const>roman</const></test>"
    "<test target='pattern' name='slant' compare='not_eq'><const>roman</const></test>"
    "<edit name='matrix' mode='assign'><times><name>matrix</name>"
    "<matrix><double>1</double><double>0.2</double><double>0</double><double>1</double></matrix></times></edit>"
    "<edit name='slant' mode='assign'><const>oblique</const></edit></match>"
    "<match target='font'><test name='weight' compare='less_eq'><const>medium</const></test>"
    "<test target='pattern' name='weight' compare='more_eq'><const>bold</const></test>"
    "<edit name='embolden' mode='assign'><bool>true</bool></edit></match>"
    "</fontconfig>";

// Longer texts are cut: they cannot be read in a picture, and Pango takes a microsecond per letter.
enum { longest = 20000 };
// Larger letters are scaled up from this size.
static const double largest = 1000;

static FcConfig *config;

static void make_config(void) {
  config = cv.FcConfigCreate();
  if (!config) return;
  cv.FcConfigParseAndLoadFromMemory(config, (const FcChar8 *)fonts, FcFalse);
  cv.FcConfigBuildFonts(config);
}

// The text context of one thread: Pango's font maps belong to one thread each.
typedef struct {
  PangoFontMap *map;
  PangoContext *context;
  PangoLayout *layout;
} desk;

static pthread_key_t desks;

static void clear_desk(void *context) {
  desk *desk = context;
  cv.g_object_unref(desk->layout);
  cv.g_object_unref(desk->context);
  cv.g_object_unref(desk->map);
  free(desk);
}

static void prepare(void) {
  pthread_key_create(&desks, clear_desk);
  make_config();
}

static desk *this_desk(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, prepare);
  desk *mine = pthread_getspecific(desks);
  if (mine) return mine;
  mine = calloc(1, sizeof *mine);
  if (!mine) return NULL;
  mine->map = cv.pango_cairo_font_map_new();
  if (config) cv.pango_fc_font_map_set_config(mine->map, config);
  cv.pango_cairo_font_map_set_resolution(mine->map, 72);
  mine->context = cv.pango_font_map_create_context(mine->map);
  cairo_font_options_t *options = cv.cairo_font_options_create();
  cv.cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
  cv.cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
  cv.cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
  cv.pango_cairo_context_set_font_options(mine->context, options);
  cv.cairo_font_options_destroy(options);
  cv.pango_context_set_round_glyph_positions(mine->context, 0);
  // A fixed language, because it affects the choice of fonts.
  cv.pango_context_set_language(mine->context, cv.pango_language_from_string("en"));
  mine->layout = cv.pango_layout_new(mine->context);
  pthread_setspecific(desks, mine);
  return mine;
}

static size_t cut(const char *text, size_t length) {
  if (length <= longest) return length;
  length = longest;
  while (length > 0 && ((unsigned char)text[length] & 0xc0) == 0x80) length--;
  return length;
}

static void set_font(PangoLayout *layout, const cv_text *text, double size) {
  PangoFontDescription *font = cv.pango_font_description_new();
  cv.pango_font_description_set_family(font, text->family);
  cv.pango_font_description_set_weight(font, text->is_bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
  cv.pango_font_description_set_style(font, text->is_italic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL);
  cv.pango_font_description_set_absolute_size(font, size * PANGO_SCALE);
  cv.pango_layout_set_font_description(layout, font);
  cv.pango_font_description_free(font);
}

static void set_alignment(PangoLayout *layout, const cv_text *text, size_t length) {
  // For Pango, left is the side where a paragraph begins.
  bool is_from_right = cv.pango_find_base_dir(text->text, (int)length) == PANGO_DIRECTION_RTL;
  int alignment = PANGO_ALIGN_LEFT;
  if (text->alignment == 1) alignment = PANGO_ALIGN_CENTER;
  else if (text->alignment == 2) alignment = is_from_right ? PANGO_ALIGN_LEFT : PANGO_ALIGN_RIGHT;
  else if (text->alignment == 0 && is_from_right) alignment = PANGO_ALIGN_RIGHT;
  cv.pango_layout_set_alignment(layout, alignment);
  cv.pango_layout_set_justify(layout, text->alignment == 3);
}

// Pango limits the lines per paragraph, a text the lines in all: so each shown line becomes a paragraph.
static void limit_lines(PangoLayout *layout, const char *text, size_t length, int most) {
  static const char dots[] = "\xe2\x80\xa6";
  // A break between two lines of one paragraph adds a character.
  char *lines = malloc(length + (size_t)most + sizeof dots);
  if (!lines) return;
  size_t count = 0;
  for (int i = 0; i < most; i++) {
    const PangoLayoutLine *line = cv.pango_layout_get_line_readonly(layout, i);
    size_t start = (size_t)line->start_index, end = start + (size_t)line->length;
    bool is_last = i + 1 == most;
    if (is_last) {
      const char *newline = memchr(text + start, '\n', length - start);
      end = newline ? (size_t)(newline - text) : length;
    }
    while (!is_last && end > start && text[end - 1] == ' ') end--;
    memcpy(lines + count, text + start, end - start);
    count += end - start;
    if (!is_last) lines[count++] = '\n';
    // At the end of a paragraph within the text.
    else if (end < length) {
      memcpy(lines + count, dots, sizeof dots - 1);
      count += sizeof dots - 1;
    }
  }
  cv.pango_layout_set_text(layout, lines, (int)count);
  cv.pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END);
  cv.pango_layout_set_height(layout, -1);
  free(lines);
}

PangoLayout *cv_layout(const cv_text *text, double *zoom) {
  if (!(text->size > 0) || text->size > 1e9 || text->length == 0) return NULL;
  desk *desk = this_desk();
  if (!desk) return NULL;
  PangoLayout *layout = desk->layout;
  double size = fmin(text->size, largest);
  *zoom = text->size / size;
  size_t length = cut(text->text, text->length);
  cv.pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_NONE);
  cv.pango_layout_set_height(layout, -1);
  cv.pango_layout_set_text(layout, text->text, (int)length);
  set_font(layout, text, size);
  set_alignment(layout, text, length);
  bool is_broken = text->width >= 0 && text->width < 1e6 * *zoom;
  cv.pango_layout_set_width(layout, is_broken ? (int)(fmax(text->width / *zoom, 1) * PANGO_SCALE) : -1);
  cv.pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR);
  if (text->most_lines > 0 && cv.pango_layout_get_line_count(layout) > text->most_lines)
    limit_lines(layout, text->text, length, text->most_lines);
  return layout;
}

cv_text_size cv_measure(const cv_text *text) {
  cv_text_size size = {0};
  double zoom;
  PangoLayout *layout = cv_layout(text, &zoom);
  if (!layout) return size;
  PangoRectangle logical;
  cv.pango_layout_get_extents(layout, NULL, &logical);
  size.width = logical.width * zoom / PANGO_SCALE;
  size.height = logical.height * zoom / PANGO_SCALE;
  size.lines = cv.pango_layout_get_line_count(layout);
  size.unknown = cv.pango_layout_get_unknown_glyphs_count(layout);
  return size;
}

void cv_set_text_matrix(const cv_target *target, const cv_op *op) {
  cairo_matrix_t base, matrix = cv_cairo_matrix(op->matrix, 1);
  cv.cairo_get_matrix(target->cairo, &base);
  cv.cairo_matrix_multiply(&matrix, &matrix, &base);
  matrix.xx *= op->width, matrix.yx *= op->width, matrix.xy *= op->width, matrix.yy *= op->width;
  cv.cairo_set_matrix(target->cairo, &matrix);
}

void cv_add_text_path(const cv_target *target, const cv_op *op) {
  cairo_matrix_t base;
  cv.cairo_get_matrix(target->cairo, &base);
  cv_set_text_matrix(target, op);
  cv.cairo_new_path(target->cairo);
  cv.cairo_move_to(target->cairo, 0, 0);
  cv.pango_cairo_layout_path(target->cairo, op->layout);
  cv.cairo_set_fill_rule(target->cairo, CAIRO_FILL_RULE_WINDING);
  cv.cairo_set_matrix(target->cairo, &base);
}
