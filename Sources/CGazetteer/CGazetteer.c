#include "CGazetteer.h"

// Swift's compiler accepts #embed in every version of C, with a warning that it is new.
#pragma clang diagnostic ignored "-Wc23-extensions"

// SQLite reads whole pages, and a pack needs aligned sections.
static const _Alignas(4096) unsigned char tables[] = {
#embed "Gazetteer.sqlite"
};

static const _Alignas(64) unsigned char pack[] = {
#embed "Gazetteer.pack"
};

CGazetteerData builtInGazetteerTables(void) { return (CGazetteerData){tables, sizeof tables}; }

CGazetteerData builtInGazetteerPack(void) { return (CGazetteerData){pack, sizeof pack}; }
