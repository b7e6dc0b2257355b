// Converts paths for Cairo, whose coordinates have 24.8 bits, and fills those that are partly far away.
#include "cv_piece.h"

#include <math.h>

// The margin in pixels around the visible area within which Cairo draws lines exactly; it errs long before it
// overflows.
static const double around = 2000;

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

bool cv_is_near(const cv_target *target, const cv_path *path) {
  double limit = (fmax(target->bounds.right, target->bounds.bottom) + around) / target->scale;
  size_t count = 0;
  for (size_t i = 0; i < path->verb_count; i++) count += path->verbs[i] == 2 ? 3 : path->verbs[i] < 2;
  bool is_near = true;
  for (size_t i = 0; i < 2 * count; i++) is_near &= fabs(path->points[i]) < limit;
  return is_near;
}

void cv_add_path(cairo_t *cairo, const cv_path *path) {
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
  if (cv_is_near(target, path)) return cv_add_path(target->cairo, path);
  cv_box seen = {target->bounds.left - 16, target->bounds.top - 16, target->bounds.right + 16,
                 target->bounds.bottom + 16};
  cairo_matrix_t before;
  cv.cairo_get_matrix(target->cairo, &before);
  cv.cairo_identity_matrix(target->cairo);
  cv_each_piece(target, path, &seen, fill_piece, NULL);
  cv.cairo_set_matrix(target->cairo, &before);
}
