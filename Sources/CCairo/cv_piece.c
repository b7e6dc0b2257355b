// Turns a path of which parts are far away into lines.
#include "cv_piece.h"

#include <math.h>
#include <stdlib.h>

// Coordinates beyond this are clamped, so that products do not overflow.
static const double farthest = 1e100;

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

static bool read_place(const double *p, double scale, place *place) {
  if (!isfinite(p[0]) || !isfinite(p[1])) return false;
  place->x = fmax(-farthest, fmin(farthest, p[0] * scale));
  place->y = fmax(-farthest, fmin(farthest, p[1] * scale));
  return true;
}

void cv_each_piece(const cv_target *target, const cv_path *path, const cv_box *seen, draw_piece *draw,
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
