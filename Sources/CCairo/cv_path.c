// Converts paths for Cairo, whose coordinates have 24.8 bits.
#include "cv_internal.h"

#include <math.h>
#include <stdlib.h>

// The margin in pixels around the visible area within which Cairo draws lines exactly; it errs long before it
// overflows.
static const double around = 2000;
// Coordinates beyond this are clamped, so that products do not overflow.
static const double farthest = 1e100;

cv_box cv_path_box(const cv_path *path) {
  cv_box box = {INFINITY, INFINITY, -INFINITY, -INFINITY};
  size_t count = 0;
  for (size_t i = 0; i < path->verb_count; i++) count += path->verbs[i] == 2 ? 3 : path->verbs[i] < 2;
  for (size_t i = 0; i < count; i++) {
    double x = path->points[2 * i], y = path->points[2 * i + 1];
    if (x < box.left) box.left = x;
    if (x > box.right) box.right = x;
    if (y < box.top) box.top = y;
    if (y > box.bottom) box.bottom = y;
  }
  return box;
}

// Whether all points are finite, and near enough for Cairo.
static bool is_near(const cv_target *target, const cv_path *path) {
  double limit = (fmax(target->bounds.right, target->bounds.bottom) + around) / target->scale;
  size_t count = 0;
  for (size_t i = 0; i < path->verb_count; i++) count += path->verbs[i] == 2 ? 3 : path->verbs[i] < 2;
  bool is_near = true;
  for (size_t i = 0; i < 2 * count; i++) is_near &= fabs(path->points[i]) < limit;
  return is_near;
}

static void add(cairo_t *cairo, const cv_path *path) {
  const double *p = path->points;
  for (size_t i = 0; i < path->verb_count; i++) {
    switch (path->verbs[i]) {
    case 0: cv.cairo_move_to(cairo, p[0], p[1]), p += 2; break;
    case 1: cv.cairo_line_to(cairo, p[0], p[1]), p += 2; break;
    case 2: cv.cairo_curve_to(cairo, p[0], p[1], p[2], p[3], p[4], p[5]), p += 6; break;
    default: cv.cairo_close_path(cairo); break;
    }
  }
}

// --- What is far away ------------------------------------------------------------------------------------------

typedef struct {
  double x, y;
} place;

// One piece of a path as a line, in pixels.
typedef struct {
  place *places;
  size_t count, room;
  bool is_closed;
} piece;

static void append(piece *piece, place p) {
  if (piece->count == piece->room) {
    size_t room = piece->room ? 2 * piece->room : 64;
    place *longer = realloc(piece->places, room * sizeof *longer);
    // Without memory the rest of the piece is dropped.
    if (!longer) return;
    piece->places = longer;
    piece->room = room;
  }
  piece->places[piece->count++] = p;
}

static place middle(place a, place b) { return (place){(a.x + b.x) / 2, (a.y + b.y) / 2}; }

static double least(double a, double b, double c, double d) { return fmin(fmin(a, b), fmin(c, d)); }
static double most(double a, double b, double c, double d) { return fmax(fmax(a, b), fmax(c, d)); }

// Flattens a curve: finely where it is visible, else to one line.
static void flatten(piece *piece, const cv_box *seen, place a, place b, place c, place d, int depth) {
  bool is_hidden = least(a.x, b.x, c.x, d.x) > seen->right || most(a.x, b.x, c.x, d.x) < seen->left
                   || least(a.y, b.y, c.y, d.y) > seen->bottom || most(a.y, b.y, c.y, d.y) < seen->top;
  // The distance of the controls from their places on a straight line; the curve is nearer.
  double bend = fmax(hypot(a.x - 2 * b.x + c.x, a.y - 2 * b.y + c.y), hypot(b.x - 2 * c.x + d.x, b.y - 2 * c.y + d.y));
  if (is_hidden || depth == 0 || bend < 0.1) return append(piece, d);
  place ab = middle(a, b), bc = middle(b, c), cd = middle(c, d);
  place abc = middle(ab, bc), bcd = middle(bc, cd), all = middle(abc, bcd);
  flatten(piece, seen, a, ab, abc, all, depth - 1);
  flatten(piece, seen, all, bcd, cd, d, depth - 1);
}

typedef void draw_piece(cairo_t *, const piece *, const cv_box *, void *);

static bool read_place(const double *p, double scale, place *place) {
  if (!isfinite(p[0]) || !isfinite(p[1])) return false;
  place->x = fmax(-farthest, fmin(farthest, p[0] * scale));
  place->y = fmax(-farthest, fmin(farthest, p[1] * scale));
  return true;
}

// Passes on the pieces of a path as lines; points that are not finite are left out.
static void each_piece(const cv_target *target, const cv_path *path, const cv_box *seen, draw_piece *draw,
                       void *context) {
  piece piece = {0};
  const double *p = path->points;
  for (size_t i = 0; i < path->verb_count; i++) {
    place q[3];
    switch (path->verbs[i]) {
    case 0:
      if (piece.count > 0) draw(target->cairo, &piece, seen, context);
      piece.count = 0;
      piece.is_closed = false;
      if (read_place(p, target->scale, q)) append(&piece, q[0]);
      p += 2;
      break;
    case 1:
      if (read_place(p, target->scale, q)) append(&piece, q[0]);
      p += 2;
      break;
    case 2:
      if (read_place(p, target->scale, q) && read_place(p + 2, target->scale, q + 1)
          && read_place(p + 4, target->scale, q + 2)) {
        if (piece.count == 0) append(&piece, q[0]);
        if (piece.count > 0) flatten(&piece, seen, piece.places[piece.count - 1], q[0], q[1], q[2], 30);
      }
      p += 6;
      break;
    default:
      if (piece.count == 0) break;
      place start = piece.places[0];
      piece.is_closed = true;
      draw(target->cairo, &piece, seen, context);
      piece.count = 0;
      piece.is_closed = false;
      append(&piece, start);
      // What follows begins where the piece did, but that point alone paints nothing.
      if (i + 1 == path->verb_count || path->verbs[i + 1] == 0) piece.count = 0;
      break;
    }
  }
  if (piece.count > 0) draw(target->cairo, &piece, seen, context);
  free(piece.places);
}

// The part of a line within a box, as shares of its length; false if there is none (Liang and Barsky 1984).
static bool cut(place a, place b, const cv_box *box, double *from, double *to) {
  double dx = b.x - a.x, dy = b.y - a.y;
  double p[4] = {-dx, dx, -dy, dy}, q[4] = {a.x - box->left, box->right - a.x, a.y - box->top, box->bottom - a.y};
  *from = 0, *to = 1;
  for (int i = 0; i < 4; i++) {
    if (p[i] == 0) {
      if (q[i] < 0) return false;
    } else if (p[i] < 0) {
      *from = fmax(*from, q[i] / p[i]);
    } else {
      *to = fmin(*to, q[i] / p[i]);
    }
  }
  return *from <= *to;
}

static place along(place a, place b, double share) {
  // Computed from the nearer end: the farther one may be so far that no digits remain.
  if (share > 0.5) return (place){b.x - (b.x - a.x) * (1 - share), b.y - (b.y - a.y) * (1 - share)};
  return (place){a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share};
}

static place nearest(place p, const cv_box *box) {
  return (place){fmax(box->left, fmin(box->right, p.x)), fmax(box->top, fmin(box->bottom, p.y))};
}

// Outside parts run along the box's edge, so that the winding numbers inside do not change.
static void fill_piece(cairo_t *cairo, const piece *piece, const cv_box *box, void *context) {
  (void)context;
  place last = nearest(piece->places[0], box);
  cv.cairo_move_to(cairo, last.x, last.y);
  for (size_t i = 0; i < piece->count; i++) {
    place a = piece->places[i], b = piece->places[i + 1 < piece->count ? i + 1 : 0];
    // Between the lines through its edges, the nearest point of the box moves linearly.
    double shares[5] = {1}, dx = b.x - a.x, dy = b.y - a.y;
    int count = 1;
    const double crossings[4] = {dx != 0 ? (box->left - a.x) / dx : -1, dx != 0 ? (box->right - a.x) / dx : -1,
                                 dy != 0 ? (box->top - a.y) / dy : -1, dy != 0 ? (box->bottom - a.y) / dy : -1};
    for (int c = 0; c < 4; c++) {
      if (!(crossings[c] > 0 && crossings[c] < 1)) continue;
      int at = count++;
      for (; at > 0 && shares[at - 1] > crossings[c]; at--) shares[at] = shares[at - 1];
      shares[at] = crossings[c];
    }
    for (int s = 0; s < count; s++) {
      place p = nearest(shares[s] < 1 ? along(a, b, shares[s]) : b, box);
      if (p.x == last.x && p.y == last.y) continue;
      cv.cairo_line_to(cairo, p.x, p.y);
      last = p;
    }
  }
  cv.cairo_close_path(cairo);
}

void cv_add_fill_path(const cv_target *target, const cv_path *path) {
  cv.cairo_new_path(target->cairo);
  if (is_near(target, path)) return add(target->cairo, path);
  cv_box seen = {target->bounds.left - 16, target->bounds.top - 16, target->bounds.right + 16,
                 target->bounds.bottom + 16};
  cairo_matrix_t before;
  cv.cairo_get_matrix(target->cairo, &before);
  cv.cairo_identity_matrix(target->cairo);
  each_piece(target, path, &seen, fill_piece, NULL);
  cv.cairo_set_matrix(target->cairo, &before);
}

// --- Lines -----------------------------------------------------------------------------------------------------

// The limit of dashes: a line with more is drawn without gaps.
static const long most_dashes = 100000;

// A line's position in its dash pattern, and how many dashes may still be drawn.
typedef struct {
  const cv_pen *pen;
  cairo_matrix_t to_pen;
  double period;
  long left;
} dashing;

static void stroke_solid(cairo_t *cairo, const piece *piece, const cv_box *box, size_t first) {
  bool is_drawing = false;
  size_t lines = piece->is_closed ? piece->count : piece->count - 1;
  if (lines == 0) {
    // A dash of length 0, which round caps show as a dot.
    place p = piece->places[0];
    if (p.x < box->left || p.x > box->right || p.y < box->top || p.y > box->bottom) return;
    cv.cairo_move_to(cairo, p.x, p.y);
    cv.cairo_line_to(cairo, p.x, p.y);
    return;
  }
  for (size_t i = 0; i < lines; i++) {
    place a = piece->places[(first + i) % piece->count], b = piece->places[(first + i + 1) % piece->count];
    double from, to;
    if (!cut(a, b, box, &from, &to)) {
      is_drawing = false;
      continue;
    }
    place start = from > 0 ? along(a, b, from) : a, end = to < 1 ? along(a, b, to) : b;
    if (!is_drawing || from > 0) cv.cairo_move_to(cairo, start.x, start.y);
    cv.cairo_line_to(cairo, end.x, end.y);
    is_drawing = to == 1;
  }
}

static void stroke_dashes(cairo_t *cairo, const piece *piece, const cv_box *box, size_t first, dashing *dashing) {
  const cv_pen *pen = dashing->pen;
  size_t lines = piece->is_closed ? piece->count : piece->count - 1;
  // The position of the line in its dash pattern.
  double way = pen->dash_phase;
  bool is_drawing = false;
  for (size_t i = 0; i < lines; i++) {
    place a = piece->places[(first + i) % piece->count], b = piece->places[(first + i + 1) % piece->count];
    double dx = b.x - a.x, dy = b.y - a.y, from, to;
    const cairo_matrix_t *m = &dashing->to_pen;
    double length = hypot(m->xx * dx + m->xy * dy, m->yx * dx + m->yy * dy), begin = way;
    way += length;
    if (length == 0 || !cut(a, b, box, &from, &to)) {
      is_drawing = is_drawing && length == 0;
      continue;
    }
    if (from > 0) is_drawing = false;
    double at = from * length, end = to * length;
    while (at < end) {
      // The dash that holds `at`, computed anew each time so that errors do not accumulate.
      double rest = fmod(begin + at, dashing->period);
      if (rest < 0) rest += dashing->period;
      size_t dash = 0, count = pen->dash_count;
      while (dash + 1 < 2 * count && rest >= pen->dashes[dash % count]) rest -= pen->dashes[dash++ % count];
      double until = at + fmax(pen->dashes[dash % count] - rest, 0);
      // Beyond a double's precision the position would no longer advance.
      if (!(until > at)) until = nextafter(at, INFINITY) + length * 1e-12;
      bool is_drawn = dash % 2 == 0;
      if (dashing->left-- < 0) until = end, is_drawn = true;
      if (is_drawn) {
        place start = along(a, b, at / length), stop = along(a, b, fmin(until, end) / length);
        if (!is_drawing) cv.cairo_move_to(cairo, start.x, start.y);
        cv.cairo_line_to(cairo, stop.x, stop.y);
      }
      is_drawing = is_drawn && until >= end;
      at = until;
    }
    if (to < 1) is_drawing = false;
  }
}

static void stroke_piece(cairo_t *cairo, const piece *piece, const cv_box *box, void *context) {
  size_t first = 0;
  if (piece->is_closed) {
    // It begins outside the visible area, so that its open ends do not show.
    for (size_t i = 0; i < piece->count; i++) {
      place p = piece->places[i];
      if (p.x < box->left || p.x > box->right || p.y < box->top || p.y > box->bottom) {
        first = i;
        break;
      }
    }
  }
  if (context) return stroke_dashes(cairo, piece, box, first, context);
  stroke_solid(cairo, piece, box, first);
}

// The approximate length of a path, in points: curves count as the lines through their controls.
static double length_of(const cv_path *path) {
  const double *p = path->points;
  double length = 0, x = 0, y = 0, start_x = 0, start_y = 0;
  for (size_t i = 0; i < path->verb_count; i++) {
    int count = path->verbs[i] == 2 ? 3 : path->verbs[i] < 2;
    for (int j = 0; j < count; j++, p += 2) {
      if (path->verbs[i] > 0) length += hypot(p[0] - x, p[1] - y);
      x = p[0], y = p[1];
    }
    if (path->verbs[i] == 0) start_x = x, start_y = y;
    if (count > 0) continue;
    length += hypot(start_x - x, start_y - y);
    x = start_x, y = start_y;
  }
  return length;
}

void cv_add_stroke_path(const cv_target *target, const cv_path *path, const cv_pen *pen) {
  cairo_t *cairo = target->cairo;
  double reach = cv_pen_reach(pen, target->scale);
  cv.cairo_new_path(cairo);
  cv.cairo_set_dash(cairo, NULL, 0, 0);
  double period = cv_dash_period(pen);
  bool is_dashed = period > 0;
  if (is_near(target, path)) {
    add(cairo, path);
    if (is_dashed && length_of(path) * target->scale / cv_dash_pixels(pen, target->scale) <= most_dashes)
      cv.cairo_set_dash(cairo, pen->dashes, (int)pen->dash_count, pen->dash_phase);
    return;
  }
  cv_box seen = {target->bounds.left - reach, target->bounds.top - reach, target->bounds.right + reach,
                 target->bounds.bottom + reach};
  cairo_matrix_t before;
  cv.cairo_get_matrix(cairo, &before);
  cv.cairo_identity_matrix(cairo);
  dashing dashing = {pen, cv_cairo_matrix(&pen->matrix, target->scale), period, most_dashes};
  cv.cairo_matrix_invert(&dashing.to_pen);
  each_piece(target, path, &seen, stroke_piece, is_dashed ? &dashing : NULL);
  cv.cairo_set_matrix(cairo, &before);
}
