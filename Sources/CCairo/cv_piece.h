// The pieces of a path as lines, shared by cv_piece.c, which makes them, and what draws them: cv_path.c and cv_dash.c.
#pragma once
#include "cv_internal.h"

typedef struct {
  double x, y;
} place;

// One piece of a path as a line, in pixels.
typedef struct {
  place *places;
  size_t count, room;
  bool is_closed;
} piece;

typedef void draw_piece(cairo_t *, const piece *, const cv_box *, void *);

// Passes on the pieces of a path as lines; points that are not finite are left out.
void cv_each_piece(const cv_target *target, const cv_path *path, const cv_box *seen, draw_piece *draw, void *context);

static inline place along(place a, place b, double share) {
  // Computed from the nearer end: the farther one may be so far that no digits remain.
  if (share > 0.5) return (place){b.x - (b.x - a.x) * (1 - share), b.y - (b.y - a.y) * (1 - share)};
  return (place){a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share};
}

// Whether all points are finite, and near enough for Cairo.
bool cv_is_near(const cv_target *target, const cv_path *path);
// Adds a path to Cairo's as it is.
void cv_add_path(cairo_t *cairo, const cv_path *path);
