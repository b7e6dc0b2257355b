#include "CWorldMap.h"

// The compiler that comes with Swift takes #embed in every version of C, and says that it is new.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char shapes[] = {
#embed "World.bin"
};

static const unsigned char places[] = {
#embed "Places.bin"
};

static const unsigned char land[] = {
#embed "Land.jpg"
};

CWorldMapData worldMapShapes(void) { return (CWorldMapData){shapes, sizeof shapes}; }

CWorldMapData worldMapPlaces(void) { return (CWorldMapData){places, sizeof places}; }

CWorldMapData worldMapLand(void) { return (CWorldMapData){land, sizeof land}; }
