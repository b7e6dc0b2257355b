/// The thin C interface of libosmium: hands the contents of an .osm.pbf file to callbacks.
///
/// No state is kept between calls, and no exception leaves: a damaged file gives a text with the reason.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Terminated UTF-8, valid until the callback returns, like everything handed over.
typedef struct {
  const char *key, *value;
} osm_tag;

typedef struct {
  int64_t id;
  const osm_tag *tags;
  size_t tag_count;
} osm_object;

/// A node of a way; NaN if it is not in the file.
typedef struct {
  int64_t id;
  double longitude, latitude;
} osm_place;

/// A member of a relation: `type` is n, w or r.
typedef struct {
  char type;
  int64_t id;
  const char *role;
} osm_member;

/// The callbacks for a file's contents. Kinds without a callback are not read; each callback returns whether
/// to continue.
typedef struct {
  void *context;
  /// A node that has tags.
  bool (*node)(void *context, const osm_object *object, double longitude, double latitude);
  bool (*way)(void *context, const osm_object *object, const osm_place *places, size_t count);
  bool (*relation)(void *context, const osm_object *object, const osm_member *members, size_t count);
  /// Called now and then: bytes of the file read so far, and its size.
  void (*progress)(void *context, uint64_t done, uint64_t all);
} osm_receiver;

/// Limits: bytes of the file, and nodes remembered for ways, 16 bytes each.
typedef struct {
  uint64_t bytes, nodes;
} osm_limits;

/// The header's bounds: west, south, east, north in degrees; NaN if it has none.
typedef struct {
  double bounds[4];
} osm_header;

/// Reads a file from beginning to end, in its order; `header` may be null.
///
/// Returns false with a terminated text in `error` for a file that cannot be read, is damaged or is too large. When a
/// callback asked to stop it returns true.
bool osm_read(const char *path, osm_limits limits, osm_receiver receiver, osm_header *header, char *error,
              size_t error_size);

#ifdef __cplusplus
}
#endif
