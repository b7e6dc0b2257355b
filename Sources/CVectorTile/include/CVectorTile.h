/// The thin C interface of protozero: hands the features of a Mapbox Vector Tile to a callback.
///
/// No state is kept between calls, and no exception leaves: a damaged tile gives a text with the reason.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// UTF-8 without an end mark, valid until the callback returns, like everything handed over.
typedef struct {
  const char *bytes;
  size_t length;
} mvt_text;

/// A property; numbers and booleans come as JSON writes them.
typedef struct {
  mvt_text key, value;
} mvt_tag;

typedef struct {
  int32_t x, y;
} mvt_place;

/// A feature: `type` is 1 for points, 2 for lines, 3 for polygons, whose rings end where they begin.
typedef struct {
  mvt_text layer;
  /// The width of the tile in units of `places`.
  uint32_t extent;
  int type;
  const mvt_tag *tags;
  size_t tag_count;
  /// From the upper left corner of the tile, to the right and down; features may reach beyond the tile.
  const mvt_place *places;
  size_t place_count;
  /// Where each line or ring ends in `places`; points have one part.
  const size_t *ends;
  size_t part_count;
} mvt_feature;

typedef struct {
  void *context;
  /// Whether a layer is of interest.
  bool (*layer)(void *context, mvt_text name);
  void (*feature)(void *context, const mvt_feature *feature);
} mvt_receiver;

/// Reads a tile that is not compressed, in its order.
///
/// Returns false with a terminated text in `error` for a tile that is damaged or has more than `most` places.
bool mvt_read(const void *bytes, size_t length, size_t most, mvt_receiver receiver, char *error, size_t error_size);

#ifdef __cplusplus
}
#endif
