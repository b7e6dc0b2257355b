// Estimates how often the lines of a path cross each other: where they do so millions of times, Cairo takes minutes.
#include "cv_internal.h"

#include <math.h>

// Shorter paths are always fast.
static const size_t fewest = 1500;
// The number of crossings that takes Cairo about 50 ms.
static const double most_crossings = 2e6;
enum { side = 32 };

typedef struct {
  cv_box bounds;
  double scale, cell_width, cell_height;
  double ways[side * side];
} lengths;

// Adds the length of a line in each cell of the picture.
static void add_way(lengths *lengths, const double *from, const double *to) {
  const cv_box *b = &lengths->bounds;
  double scale = lengths->scale;
  double x0 = cv_within(from[0] * scale, b->left, b->right), y0 = cv_within(from[1] * scale, b->top, b->bottom);
  double x1 = cv_within(to[0] * scale, b->left, b->right), y1 = cv_within(to[1] * scale, b->top, b->bottom);
  double dx = x1 - x0, dy = y1 - y0;
  int steps = 1 + (int)fmax(fabs(dx) / lengths->cell_width, fabs(dy) / lengths->cell_height);
  double way = hypot(dx, dy) / steps;
  for (int i = 0; i < steps; i++) {
    double share = (i + 0.5) / steps;
    int column = (int)((x0 + dx * share - b->left) / lengths->cell_width);
    int row = (int)((y0 + dy * share - b->top) / lengths->cell_height);
    lengths->ways[(row < side ? row : side - 1) * side + (column < side ? column : side - 1)] += way;
  }
}

// The approximate number of crossings of random lines of these lengths: the square of the length over pi
// times the area.
bool cv_is_dense(const cv_target *target, const cv_path *path, bool is_stroke) {
  if (path->verb_count < fewest) return false;
  lengths lengths = {.bounds = target->bounds, .scale = target->scale};
  lengths.cell_width = (target->bounds.right - target->bounds.left) / side;
  lengths.cell_height = (target->bounds.bottom - target->bounds.top) / side;
  if (!(lengths.cell_width > 0 && lengths.cell_height > 0)) return false;
  const double *p = path->points, *last = NULL, *start = NULL;
  for (size_t i = 0; i < path->verb_count; i++) {
    int count = path->verbs[i] == 2 ? 3 : path->verbs[i] < 2;
    for (int j = 0; j < count; j++, p += 2) {
      if (isnan(p[0]) || isnan(p[1])) continue;
      if (path->verbs[i] == 0) start = p;
      else if (last) add_way(&lengths, last, p);
      last = p;
    }
    if (count > 0 || !last || !start) continue;
    add_way(&lengths, last, start);
    last = start;
  }
  double squares = 0;
  for (int i = 0; i < side * side; i++) squares += lengths.ways[i] * lengths.ways[i];
  // A stroke has two edges.
  return squares * (is_stroke ? 4 : 1) / (M_PI * lengths.cell_width * lengths.cell_height) > most_crossings;
}
