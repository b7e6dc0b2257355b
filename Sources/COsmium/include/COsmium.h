/// The thin C face of libosmium: hands what an .osm.pbf file holds to callbacks.
///
/// Nothing is kept between calls, and nothing is thrown: a damaged file ends in a text that says why.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Terminated UTF-8, which lives until the callback returns, as all that is handed over.
typedef struct {
  const char *key, *value;
} osm_tag;

typedef struct {
  int64_t id;
  const osm_tag *tags;
  size_t tag_count;
} osm_object;

/// A node of a way; NaN where the file does not hold it.
typedef struct {
  int64_t id;
  double longitude, latitude;
} osm_place;

/// What a relation is made of: `type` is n, w or r.
typedef struct {
  char type;
  int64_t id;
  const char *role;
} osm_member;

/// Who is told what a file holds. What has no callback is not read; each returns whether to go on.
typedef struct {
  void *context;
  /// A node that has tags.
  bool (*node)(void *context, const osm_object *object, double longitude, double latitude);
  bool (*way)(void *context, const osm_object *object, const osm_place *places, size_t count);
  bool (*relation)(void *context, const osm_object *object, const osm_member *members, size_t count);
  /// Now and then: how many bytes of the file are done, of how many.
  void (*progress)(void *context, uint64_t done, uint64_t all);
} osm_receiver;

/// Bounds of what is read: bytes of the file, and nodes that are remembered for ways, 16 bytes each.
typedef struct {
  uint64_t bytes, nodes;
} osm_limits;

/// What a file says of itself: west, south, east, north in degrees; NaN where it says nothing.
typedef struct {
  double bounds[4];
} osm_header;

/// Reads a file from its beginning to its end, in its order; `header` may be null.
///
/// Returns false with a terminated text in `error` for a file that cannot be read, is damaged or is too large. When a
/// callback asked to stop it returns true.
bool osm_read(const char *path, osm_limits limits, osm_receiver receiver, osm_header *header, char *error,
              size_t error_size);

#ifdef __cplusplus
}
#endif
