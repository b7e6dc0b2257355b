// Strokes paths for Cairo, with the dashes of those that are partly far away.
#include "cv_piece.h"

#include <math.h>

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
  if (cv_is_near(target, path)) {
    cv_add_path(cairo, path);
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
  cv_each_piece(target, path, &seen, stroke_piece, is_dashed ? &dashing : NULL);
  cv.cairo_set_matrix(cairo, &before);
}
