#include "CGazetteer.h"

// The compiler that comes with Swift takes #embed in every version of C, and says that it is new.
#pragma clang diagnostic ignored "-Wc23-extensions"

// SQLite reads whole pages, a pack wants its sections aligned.
static const _Alignas(4096) unsigned char tables[] = {
#embed "Gazetteer.sqlite"
};

static const _Alignas(64) unsigned char pack[] = {
#embed "Gazetteer.pack"
};

CGazetteerData builtInGazetteerTables(void) { return (CGazetteerData){tables, sizeof tables}; }

CGazetteerData builtInGazetteerPack(void) { return (CGazetteerData){pack, sizeof pack}; }
