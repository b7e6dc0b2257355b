// Drawing with Cairo, text with Pango, PNG with libdeflate: the needs of Geo's canvases in few, large calls.
//
// None of these libraries is linked: they are loaded when the first picture is made, so that a run without one starts
// as fast as ever. A canvas is used by one thread at a time; several threads may each have theirs.
//
// Places are points of the canvas from its upper left corner, y downward. Any numbers are allowed: points
// that are not finite are left out, and distant parts are clipped before Cairo's 24.8-bit coordinates
// overflow.
//
// Layers. Each file calls only files that stand before it in this list; scripts/checks/c_layers.py holds that.
//   canvas             cv_load cv_image cv_png cv_svg cv_jpeg cv_webp cv_decode cv_canvas
//   paths and sources  cv_pen cv_piece cv_path cv_dash cv_source cv_box
//   operations         cv_crossings cv_dense cv_op
//   text and effects   cv_text cv_svg_marks cv_svg_text cv_halo cv_letters cv_shadow cv_blend cv_paint cv_output
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Loads the libraries. Returns NULL on success, else the reason.
const char *cv_load(void);

typedef struct cv_canvas cv_canvas;
typedef struct cv_image cv_image;

// Verbs are Geo's: 0 move, 1 line, 2 curve (three points), 3 close; points are pairs of x and y.
typedef struct {
  const uint8_t *verbs;
  const double *points;
  size_t verb_count;
  bool is_even_odd;
} cv_path;

// x' = a·x + c·y + tx, y' = b·x + d·y + ty.
typedef struct {
  double a, b, c, d, tx, ty;
} cv_matrix;

// Components from 0 to 1, with straight alpha.
typedef struct {
  double red, green, blue, alpha;
} cv_color;

typedef struct {
  double offset;
  cv_color color;
} cv_stop;

enum { cv_solid, cv_linear, cv_radial };

typedef struct {
  int kind;
  cv_color color; // of a solid paint
  const cv_stop *stops;
  size_t stop_count;
  double from_x, from_y, from_radius, to_x, to_y, to_radius;
  bool before, after; // whether it goes on beyond its ends
  cv_matrix matrix;   // of the coordinates that its places are in
} cv_paint;

// Caps and joins are numbered as in Cairo and Core Graphics.
typedef struct {
  double width, miter_limit, dash_phase;
  int cap, join;
  const double *dashes;
  size_t dash_count;
  cv_matrix matrix;
} cv_pen;

typedef struct {
  double alpha;
  int mode; // CGBlendMode
  bool has_shadow;
  double shadow_x, shadow_y, shadow_blur;
  cv_color shadow;
} cv_blend;

typedef struct {
  const char *text; // UTF-8
  size_t length;
  const char *family;
  bool is_bold, is_italic;
  double size;
  double width;   // lines are broken at it; below 0 none is
  int alignment;  // NSTextAlignment
  int most_lines; // 0 for as many as it takes
  bool has_halo;
  cv_color halo;
  double halo_width;
} cv_text;

enum { cv_bitmap, cv_svg, cv_pdf };

// Sizes are in points; `scale` is pixels per point. NULL without memory.
cv_canvas *cv_canvas_new(int kind, double width, double height, double scale);
void cv_canvas_free(cv_canvas *canvas);
// The error so far; NULL without one.
const char *cv_canvas_error(const cv_canvas *canvas);

// States and layers: closing one that is not open does nothing.
void cv_save(cv_canvas *canvas);
void cv_restore(cv_canvas *canvas);
void cv_begin_layer(cv_canvas *canvas);
void cv_end_layer(cv_canvas *canvas, const cv_blend *blend);
void cv_clip(cv_canvas *canvas, const cv_path *path);
// Left, top, right, bottom; all 0 when nothing can be painted.
void cv_clip_bounds(cv_canvas *canvas, double bounds[4]);

void cv_fill(cv_canvas *canvas, const cv_path *path, const cv_paint *paint, const cv_blend *blend);
void cv_stroke(cv_canvas *canvas, const cv_path *path, const cv_pen *pen, const cv_paint *paint,
               const cv_blend *blend);
void cv_fill_all(cv_canvas *canvas, const cv_paint *paint, const cv_blend *blend);
void cv_draw_image(cv_canvas *canvas, const cv_image *image, double x, double y, double width, double height,
                   const cv_matrix *matrix, bool is_smooth, const cv_blend *blend);
void cv_draw_text(cv_canvas *canvas, const cv_text *text, const cv_matrix *matrix, const cv_paint *paint,
                  const cv_blend *blend);

typedef struct {
  double width, height;
  int lines;
  int unknown; // characters that no font has
} cv_text_size;
cv_text_size cv_measure(const cv_text *text);

// A copy of a bitmap's current pixels. NULL without memory.
cv_image *cv_canvas_image(cv_canvas *canvas);
// Ends an SVG or a PDF and returns its bytes, owned by the canvas; NULL on failure.
const uint8_t *cv_canvas_document(cv_canvas *canvas, size_t *length);

// An image whose pixels the caller fills: 32 bits each in native order, alpha in the highest byte,
// premultiplied.
cv_image *cv_image_new(int width, int height);
void cv_image_free(cv_image *image);
int cv_image_width(const cv_image *image);
int cv_image_height(const cv_image *image);
// Bytes from one row to the next.
int cv_image_stride(const cv_image *image);
uint32_t *cv_image_pixels(cv_image *image);
// Call it after changing the pixels.
void cv_image_changed(cv_image *image);

// Decodes a PNG, JPEG or WebP of at most `most_pixels` pixels. Returns NULL with the reason, a static text.
cv_image *cv_decode(const uint8_t *bytes, size_t length, size_t most_pixels, const char **error);

// The bytes of a PNG, to be freed with cv_bytes_free; NULL without memory.
uint8_t *cv_encode_png(const cv_image *image, double pixels_per_metre, size_t *length);
uint8_t *cv_canvas_png(cv_canvas *canvas, double pixels_per_metre, size_t *length);
void cv_bytes_free(uint8_t *bytes);
