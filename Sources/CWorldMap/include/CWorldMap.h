/// The base map's data, which is part of the program: it lies among the constants, so that nothing of it is read before
/// a picture needs it, and then only the pages that it does need.
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
