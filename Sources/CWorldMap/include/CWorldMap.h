/// The base map's data, embedded in the program as constants: only the pages that a
/// picture needs are read, and only when it needs them.
#pragma once
#include <stddef.h>

typedef struct {
  const unsigned char *bytes;
  size_t count;
} CWorldMapData;

/// Land, borders and water as scripts/generate/world_map/pack.py describes them.
CWorldMapData worldMapShapes(void);
/// Names of places as scripts/generate/world_map/places.py describes them.
CWorldMapData worldMapPlaces(void);
/// The land's natural colors: a JPEG of the whole square map.
CWorldMapData worldMapLand(void);
