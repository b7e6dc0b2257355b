// The part of Pango's and GLib's interface that is used, as in their own headers, which lie in folders that depend on
// the machine. None of it has changed since Pango 1.44 (libpango-1.0.so.0).
#pragma once
#include <cairo/cairo.h>
#include <fontconfig/fontconfig.h>
#include <stdint.h>

typedef struct _PangoContext PangoContext;
typedef struct _PangoFontDescription PangoFontDescription;
typedef struct _PangoFontMap PangoFontMap;
typedef struct _PangoLanguage PangoLanguage;
typedef struct _PangoLayout PangoLayout;

typedef struct PangoList {
  void *data;
  struct PangoList *next;
} PangoList;

typedef struct {
  PangoLayout *layout;
  int start_index, length;
  PangoList *runs; // of PangoGlyphItem
  unsigned int is_paragraph_start : 1;
  unsigned int resolved_dir : 3;
} PangoLayoutLine;

// The beginning of it; more follows.
typedef struct {
  int offset, length, num_chars;
  void *shape_engine, *lang_engine, *font;
  uint8_t level, gravity, flags;
} PangoItem;

// The beginning of it; more follows.
typedef struct {
  PangoItem *item;
} PangoGlyphItem;

typedef struct _PangoLayoutIter PangoLayoutIter;

typedef struct {
  int x, y, width, height;
} PangoRectangle;

#define PANGO_SCALE 1024
enum { PANGO_STYLE_NORMAL, PANGO_STYLE_OBLIQUE, PANGO_STYLE_ITALIC };
enum { PANGO_WEIGHT_NORMAL = 400, PANGO_WEIGHT_BOLD = 700 };
enum { PANGO_ALIGN_LEFT, PANGO_ALIGN_CENTER, PANGO_ALIGN_RIGHT };
enum { PANGO_WRAP_WORD, PANGO_WRAP_CHAR, PANGO_WRAP_WORD_CHAR };
enum { PANGO_ELLIPSIZE_NONE, PANGO_ELLIPSIZE_START, PANGO_ELLIPSIZE_MIDDLE, PANGO_ELLIPSIZE_END };
enum { PANGO_DIRECTION_LTR, PANGO_DIRECTION_RTL };
enum { PANGO_ANALYSIS_FLAG_IS_ELLIPSIS = 2 };

void g_object_unref(void *object);

int pango_find_base_dir(const char *text, int length);
PangoLanguage *pango_language_from_string(const char *language);
PangoContext *pango_font_map_create_context(PangoFontMap *map);
void pango_context_set_language(PangoContext *context, PangoLanguage *language);
void pango_context_set_round_glyph_positions(PangoContext *context, int round);

PangoFontDescription *pango_font_description_new(void);
void pango_font_description_free(PangoFontDescription *font);
void pango_font_description_set_family(PangoFontDescription *font, const char *family);
void pango_font_description_set_weight(PangoFontDescription *font, int weight);
void pango_font_description_set_style(PangoFontDescription *font, int style);
void pango_font_description_set_absolute_size(PangoFontDescription *font, double size);

PangoLayout *pango_layout_new(PangoContext *context);
void pango_layout_set_text(PangoLayout *layout, const char *text, int length);
void pango_layout_set_font_description(PangoLayout *layout, const PangoFontDescription *font);
void pango_layout_set_width(PangoLayout *layout, int width);
void pango_layout_set_height(PangoLayout *layout, int height);
void pango_layout_set_wrap(PangoLayout *layout, int wrap);
void pango_layout_set_ellipsize(PangoLayout *layout, int ellipsize);
void pango_layout_set_alignment(PangoLayout *layout, int alignment);
void pango_layout_set_justify(PangoLayout *layout, int justify);
int pango_layout_get_line_count(PangoLayout *layout);
PangoLayoutLine *pango_layout_get_line_readonly(PangoLayout *layout, int line);
int pango_layout_get_unknown_glyphs_count(PangoLayout *layout);
const char *pango_layout_get_text(PangoLayout *layout);
PangoLayoutIter *pango_layout_get_iter(PangoLayout *layout);
void pango_layout_iter_free(PangoLayoutIter *iter);
int pango_layout_iter_next_line(PangoLayoutIter *iter);
int pango_layout_iter_get_baseline(PangoLayoutIter *iter);
PangoLayoutLine *pango_layout_iter_get_line_readonly(PangoLayoutIter *iter);
void pango_layout_iter_get_line_extents(PangoLayoutIter *iter, PangoRectangle *ink, PangoRectangle *logical);
void pango_layout_get_extents(PangoLayout *layout, PangoRectangle *ink, PangoRectangle *logical);

PangoFontMap *pango_cairo_font_map_new(void);
void pango_cairo_font_map_set_resolution(PangoFontMap *map, double dots_per_inch);
void pango_cairo_context_set_font_options(PangoContext *context, const cairo_font_options_t *options);
void pango_cairo_layout_path(cairo_t *cairo, PangoLayout *layout);
void pango_cairo_show_layout(cairo_t *cairo, PangoLayout *layout);
void pango_fc_font_map_set_config(PangoFontMap *map, FcConfig *config);
