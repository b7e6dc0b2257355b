// The greatest bounds of an operation.
#include "cv_internal.h"

#include <math.h>

static cv_box box_of_rect(const cv_matrix *m, double scale, double x, double y, double width, double height) {
  cv_box box = {INFINITY, INFINITY, -INFINITY, -INFINITY};
  for (int corner = 0; corner < 4; corner++) {
    double px = corner & 1 ? x + width : x, py = corner & 2 ? y + height : y;
    double qx = (m->a * px + m->c * py + m->tx) * scale, qy = (m->b * px + m->d * py + m->ty) * scale;
    box = (cv_box){fmin(box.left, qx), fmin(box.top, qy), fmax(box.right, qx), fmax(box.bottom, qy)};
  }
  return box;
}

cv_box cv_op_box(const cv_target *target, const cv_op *op) {
  cv_box box = target->bounds;
  double reach = 2;
  switch (op->kind) {
  case cv_op_stroke: reach += cv_pen_reach(op->pen, target->scale); // fall through
  case cv_op_fill:
    box = cv_path_box(op->path);
    box = (cv_box){box.left * target->scale, box.top * target->scale, box.right * target->scale,
                   box.bottom * target->scale};
    break;
  case cv_op_image: box = box_of_rect(op->matrix, target->scale, op->x, op->y, op->width, op->height); break;
  case cv_op_text: {
    PangoRectangle ink;
    cv.pango_layout_get_extents(op->layout, &ink, NULL);
    double unit = op->width / PANGO_SCALE, halo = op->text->has_halo ? op->text->halo_width : 0;
    box = box_of_rect(op->matrix, target->scale, ink.x * unit - halo, ink.y * unit - halo,
                      ink.width * unit + 2 * halo, ink.height * unit + 2 * halo);
    break;
  }
  default: break;
  }
  return (cv_box){box.left - reach, box.top - reach, box.right + reach, box.bottom + reach};
}
