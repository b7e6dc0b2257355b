// Declarations shared by the files of the canvas.
#pragma once
#include "CCairo.h"
#include "CLoader.h"
#include "cv_pango.h"

#include <cairo/cairo-pdf.h>
#include <cairo/cairo-svg.h>
#include <cairo/cairo.h>
#include <libdeflate.h>
#include <math.h>

#define CAIRO_FUNCTIONS(X)                                                                                        \
  X(cairo_clip)                                                                                                   \
  X(cairo_clip_extents)                                                                                           \
  X(cairo_close_path)                                                                                             \
  X(cairo_copy_path)                                                                                              \
  X(cairo_copy_path_flat)                                                                                         \
  X(cairo_create)                                                                                                 \
  X(cairo_curve_to)                                                                                               \
  X(cairo_destroy)                                                                                                \
  X(cairo_fill)                                                                                                   \
  X(cairo_fill_preserve)                                                                                          \
  X(cairo_font_options_create)                                                                                    \
  X(cairo_font_options_destroy)                                                                                   \
  X(cairo_font_options_set_antialias)                                                                             \
  X(cairo_font_options_set_hint_metrics)                                                                          \
  X(cairo_font_options_set_hint_style)                                                                            \
  X(cairo_get_group_target)                                                                                       \
  X(cairo_get_matrix)                                                                                             \
  X(cairo_identity_matrix)                                                                                        \
  X(cairo_image_surface_create)                                                                                   \
  X(cairo_image_surface_create_from_png_stream)                                                                   \
  X(cairo_image_surface_get_data)                                                                                 \
  X(cairo_image_surface_get_height)                                                                               \
  X(cairo_image_surface_get_stride)                                                                               \
  X(cairo_image_surface_get_width)                                                                                \
  X(cairo_line_to)                                                                                                \
  X(cairo_mask)                                                                                                   \
  X(cairo_matrix_invert)                                                                                          \
  X(cairo_matrix_multiply)                                                                                        \
  X(cairo_move_to)                                                                                                \
  X(cairo_new_path)                                                                                               \
  X(cairo_paint)                                                                                                  \
  X(cairo_paint_with_alpha)                                                                                       \
  X(cairo_path_destroy)                                                                                           \
  X(cairo_pattern_add_color_stop_rgba)                                                                            \
  X(cairo_pattern_create_for_surface)                                                                             \
  X(cairo_pattern_create_linear)                                                                                  \
  X(cairo_pattern_create_radial)                                                                                  \
  X(cairo_pattern_destroy)                                                                                        \
  X(cairo_pattern_set_extend)                                                                                     \
  X(cairo_pattern_set_filter)                                                                                     \
  X(cairo_pattern_set_matrix)                                                                                     \
  X(cairo_pdf_surface_create_for_stream)                                                                          \
  X(cairo_pdf_surface_set_metadata)                                                                               \
  X(cairo_pop_group)                                                                                              \
  X(cairo_push_group)                                                                                             \
  X(cairo_rectangle)                                                                                              \
  X(cairo_reset_clip)                                                                                             \
  X(cairo_restore)                                                                                                \
  X(cairo_save)                                                                                                   \
  X(cairo_set_antialias)                                                                                          \
  X(cairo_set_dash)                                                                                               \
  X(cairo_set_fill_rule)                                                                                          \
  X(cairo_set_line_cap)                                                                                           \
  X(cairo_set_line_join)                                                                                          \
  X(cairo_set_line_width)                                                                                         \
  X(cairo_set_matrix)                                                                                             \
  X(cairo_set_miter_limit)                                                                                        \
  X(cairo_set_operator)                                                                                           \
  X(cairo_set_source)                                                                                             \
  X(cairo_set_source_rgba)                                                                                        \
  X(cairo_set_source_surface)                                                                                     \
  X(cairo_status)                                                                                                 \
  X(cairo_status_to_string)                                                                                       \
  X(cairo_stroke)                                                                                                 \
  X(cairo_surface_destroy)                                                                                        \
  X(cairo_surface_finish)                                                                                         \
  X(cairo_surface_flush)                                                                                          \
  X(cairo_surface_get_device_offset)                                                                              \
  X(cairo_surface_mark_dirty)                                                                                     \
  X(cairo_surface_set_device_offset)                                                                              \
  X(cairo_surface_set_fallback_resolution)                                                                        \
  X(cairo_surface_status)                                                                                         \
  X(cairo_svg_surface_create_for_stream)                                                                          \
  X(cairo_svg_surface_set_document_unit)                                                                          \
  X(cairo_transform)                                                                                              \
  X(cairo_translate)

#define PANGO_FUNCTIONS(X)                                                                                        \
  X(pango_find_base_dir)                                                                                          \
  X(pango_language_from_string)                                                                                   \
  X(pango_font_map_create_context)                                                                                \
  X(pango_context_set_language)                                                                                   \
  X(pango_context_set_round_glyph_positions)                                                                      \
  X(pango_font_description_new)                                                                                   \
  X(pango_font_description_free)                                                                                  \
  X(pango_font_description_set_family)                                                                            \
  X(pango_font_description_set_weight)                                                                            \
  X(pango_font_description_set_style)                                                                             \
  X(pango_font_description_set_absolute_size)                                                                     \
  X(pango_layout_new)                                                                                             \
  X(pango_layout_set_text)                                                                                        \
  X(pango_layout_set_font_description)                                                                            \
  X(pango_layout_set_width)                                                                                       \
  X(pango_layout_set_height)                                                                                      \
  X(pango_layout_set_wrap)                                                                                        \
  X(pango_layout_set_ellipsize)                                                                                   \
  X(pango_layout_set_alignment)                                                                                   \
  X(pango_layout_set_justify)                                                                                     \
  X(pango_layout_get_line_count)                                                                                  \
  X(pango_layout_get_line_readonly)                                                                               \
  X(pango_layout_get_unknown_glyphs_count)                                                                        \
  X(pango_layout_get_text)                                                                                        \
  X(pango_layout_get_iter)                                                                                        \
  X(pango_layout_iter_free)                                                                                       \
  X(pango_layout_iter_next_line)                                                                                  \
  X(pango_layout_iter_get_baseline)                                                                               \
  X(pango_layout_iter_get_line_readonly)                                                                          \
  X(pango_layout_iter_get_line_extents)                                                                           \
  X(pango_layout_get_extents)

#define PANGOCAIRO_FUNCTIONS(X)                                                                                   \
  X(pango_cairo_font_map_new)                                                                                     \
  X(pango_cairo_font_map_set_resolution)                                                                          \
  X(pango_cairo_context_set_font_options)                                                                         \
  X(pango_cairo_layout_path)                                                                                      \
  X(pango_cairo_show_layout)

#define FONTCONFIG_FUNCTIONS(X)                                                                                   \
  X(FcConfigBuildFonts)                                                                                           \
  X(FcConfigCreate)                                                                                               \
  X(FcConfigParseAndLoadFromMemory)

#define DEFLATE_FUNCTIONS(X)                                                                                      \
  X(libdeflate_alloc_compressor)                                                                                  \
  X(libdeflate_crc32)                                                                                             \
  X(libdeflate_free_compressor)                                                                                   \
  X(libdeflate_zlib_compress)                                                                                     \
  X(libdeflate_zlib_compress_bound)

// The functions of the libraries once cv_load has found them.
extern struct cv_functions {
  CAIRO_FUNCTIONS(CL_POINTER)
  PANGO_FUNCTIONS(CL_POINTER)
  PANGOCAIRO_FUNCTIONS(CL_POINTER)
  FONTCONFIG_FUNCTIONS(CL_POINTER)
  DEFLATE_FUNCTIONS(CL_POINTER)
  CL_POINTER(g_object_unref)
  CL_POINTER(pango_fc_font_map_set_config)
} cv;

// A rect in pixels of the device: left, top, right, bottom.
typedef struct {
  double left, top, right, bottom;
} cv_box;

// A drawing target: the canvas itself, or the alpha for a shadow.
typedef struct {
  cairo_t *cairo;
  double scale;  // pixels of the device to a point
  cv_box bounds; // all that can be seen of it, in pixels
} cv_target;

struct cv_canvas {
  cv_target target;
  cairo_surface_t *surface;
  int kind;
  // The open items: 's' for a state, 'l' for a layer, 'n' for a layer beyond the limit.
  char *open;
  size_t open_count, open_room;
  // The pixels of all open layers' surfaces, and of each.
  double layer_pixels;
  double *layer_sizes;
  size_t layer_count, layer_room;
  // The bytes of an SVG or PDF.
  uint8_t *document;
  size_t document_length, document_room;
  // The texts of an SVG as elements, by their marks from 1.
  char **texts;
  uint32_t text_count, text_room;
  bool is_finished, has_failed;
};

struct cv_image {
  cairo_surface_t *surface;
  uint32_t *pixels;
  int width, height, stride;
};

static inline cairo_matrix_t cv_cairo_matrix(const cv_matrix *m, double scale) {
  return (cairo_matrix_t){m->a * scale, m->b * scale, m->c * scale, m->d * scale, m->tx * scale, m->ty * scale};
}

// Whether a transform is finite and invertible, and in Cairo's range.
bool cv_is_usable(const cv_matrix *matrix);

// The greatest factor by which a transform stretches a length, its greater singular value.
double cv_stretch(const cv_matrix *matrix);
// How far a pen paints from its line, in pixels.
double cv_pen_reach(const cv_pen *pen, double scale);
// The period of its dashes and gaps; 0 if none can be drawn.
double cv_dash_period(const cv_pen *pen);
// The same in pixels, in the direction where the pen is widest.
double cv_dash_pixels(const cv_pen *pen, double scale);
// The share of a line covered by dashes too fine to be seen; below 0 for visible dashes.
double cv_dash_share(const cv_pen *pen, double scale);
// Sets Cairo's matrix and line style; false if nothing would be drawn.
bool cv_set_pen(cairo_t *cairo, const cv_pen *pen, double scale);

// One operation: a shape, and its paint.
typedef struct {
  enum { cv_op_fill, cv_op_stroke, cv_op_all, cv_op_image, cv_op_text, cv_op_layer } kind;
  const cv_path *path;
  const cv_pen *pen;
  const cv_paint *paint;
  const cv_image *image;
  double x, y, width, height;
  bool is_smooth;
  const cv_text *text;
  PangoLayout *layout;
  const cv_matrix *matrix;
  cairo_pattern_t *layer;
  double alpha;
  bool as_outlines; // on dots: text is filled letter by letter as shapes
  cairo_pattern_t *source; // set already, in place of the paint; NULL for none
  uint32_t mark;           // of a text that its SVG has as text; 0 for none
} cv_op;

// Sets the source; false if nothing would be painted. Cairo's matrix is the target's own.
bool cv_set_source(const cv_target *target, const cv_paint *paint, double alpha);
// The same, unless a source is already set.
static inline bool cv_has_source(const cv_target *target, const cv_op *op, double alpha) {
  return op->source != NULL || cv_set_source(target, op->paint, alpha);
}

// Whether lines around the letters of a text lie under them.
static inline bool cv_has_halo(const cv_op *op) {
  return !op->source && op->text->has_halo && op->text->halo_width > 0 && op->text->halo_width < 1e4;
}

void cv_paint_op(cv_canvas *canvas, cv_op *op, const cv_blend *blend);
// Paints with the current operator.
void cv_run_op(const cv_target *target, const cv_op *op);
// The same for anything but text.
void cv_run_shape(const cv_target *target, const cv_op *op);
// Multiplies a text's matrix into the current one.
void cv_set_text_matrix(const cv_target *target, const cv_op *op);
// Adds the letters of a text as a path.
void cv_add_text_path(const cv_target *target, const cv_op *op);
// Paints letters and their halo as pixels; false, with nothing painted, if that is impossible.
bool cv_run_haloed_text(const cv_target *target, const cv_op *op);
// Paints with the current source through the alpha of a surface at its own offset.
void cv_put_alpha(const cv_target *target, cairo_surface_t *alpha);
// The value, or the end of the range that is nearer to it.
static inline double cv_within(double value, double low, double high) { return fmax(low, fmin(high, value)); }
// Whether the lines of a path cross too often for Cairo to be fast.
bool cv_is_dense(const cv_target *target, const cv_path *path, bool is_stroke);
// Fills or strokes a dense path with the current source, as pixels.
void cv_paint_dense(const cv_target *target, const cv_op *op);
// Its greatest bounds, in pixels.
cv_box cv_op_box(const cv_target *target, const cv_op *op);
void cv_paint_shadow(cv_canvas *canvas, const cv_op *op, const cv_blend *blend);
void cv_blur(uint8_t *alpha, int width, int height, int stride, double radius);

// Adds a path to Cairo's, clipped around the visible area.
void cv_add_fill_path(const cv_target *target, const cv_path *path);
void cv_add_stroke_path(const cv_target *target, const cv_path *path, const cv_pen *pen);
cv_box cv_path_box(const cv_path *path);

// Renumbers the surfaces of an SVG per document; false without memory.
bool cv_renumber_svg(uint8_t **document, size_t *length);

// Keeps a text for the document of an SVG, and returns its mark; 0 if it can only be drawn as outlines.
uint32_t cv_note_text(cv_canvas *canvas, const cv_op *op);
// Changes a color by less than a five-hundredth, so that the document shows what is painted with it.
cv_color cv_marked(cv_color color, uint32_t mark, bool is_halo);
// Puts the texts in place of their outlines; false without memory.
bool cv_insert_texts(cv_canvas *canvas);

// The layout of a text, valid in this thread until the next call; NULL if there is nothing to show. `zoom` is
// the scale at which the layout is to be drawn.
PangoLayout *cv_layout(const cv_text *text, double *zoom);
