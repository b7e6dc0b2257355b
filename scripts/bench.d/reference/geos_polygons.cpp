// What finding the polygons of a fix costs with GEOS: an STRtree of bounding boxes, then a prepared geometry for each
// candidate. Search only: no device state, no events, no distances. Reads the files of scripts/generate/workload.py and
// prints one JSON object, like geobench, in nanoseconds of CPU time a fix; what else it knows goes to standard error.
//
// build: c++ -O2 -o geos_polygons geos_polygons.cpp -lgeos_c
// usage: geos_polygons DIR [RUNS]
#include <geos_c.h>

#include "workload.hpp"

namespace {

struct Search {
  GEOSContextHandle_t geos;
  GEOSGeometry *place;
  size_t found;
};

void visit(void *item, void *data) {
  Search &search = *static_cast<Search *>(data);
  search.found +=
      GEOSPreparedIntersects_r(search.geos, static_cast<const GEOSPreparedGeometry *>(item), search.place) == 1;
}

}  // namespace

int main(int argc, char **argv) {
  if (argc < 2) {
    fprintf(stderr, "usage: geos_polygons DIR [RUNS]\n");
    return 64;
  }
  std::string folder = argv[1];
  int runs = argc > 2 ? atoi(argv[2]) : 5;
  std::string name = measurement(folder) + ".polygons";

  std::vector<char> polygonBytes = read(folder + "/polygons.bin", "GSPOLYS1");
  uint64_t polygonCount;
  memcpy(&polygonCount, &polygonBytes[8], 8);
  std::vector<Fix> fixes = readFixes(folder);

  GEOSContextHandle_t geos = GEOS_init_r();
  double start = cpuTime();
  GEOSSTRtree *tree = GEOSSTRtree_create_r(geos, 10);
  std::vector<GEOSGeometry *> shapes;
  std::vector<const GEOSPreparedGeometry *> prepared;
  const char *next = &polygonBytes[16];
  for (uint64_t i = 0; i < polygonCount; i++) {
    uint32_t corners;
    memcpy(&corners, next, 4);
    next += 4;
    GEOSCoordSequence *ring = GEOSCoordSeq_create_r(geos, corners + 1, 2);
    for (uint32_t k = 0; k <= corners; k++) {
      double latlon[2];
      memcpy(latlon, next + 16 * (k % corners), 16);
      GEOSCoordSeq_setXY_r(geos, ring, k, latlon[1], latlon[0]);
    }
    next += 16 * corners;
    GEOSGeometry *shape = GEOSGeom_createPolygon_r(geos, GEOSGeom_createLinearRing_r(geos, ring), nullptr, 0);
    shapes.push_back(shape);
    prepared.push_back(GEOSPrepare_r(geos, shape));
    GEOSSTRtree_insert_r(geos, tree, shape, const_cast<GEOSPreparedGeometry *>(prepared.back()));
  }
  auto ask = [&](const Fix &fix, Search &search) {
    search.place = GEOSGeom_createPointFromXY_r(geos, fix.lon, fix.lat);
    GEOSSTRtree_query_r(geos, tree, search.place, visit, &search);
    GEOSGeom_destroy_r(geos, search.place);
  };
  // The tree packs itself at the first query, and each geometry prepares itself when it is first asked.
  Search search{geos, nullptr, 0};
  for (const Fix &fix : fixes) ask(fix, search);
  fprintf(stderr, "{\"name\":\"%s.build_all\",\"value\":%.4f,\"unit\":\"s\"}\n", name.c_str(), cpuTime() - start);

  std::vector<double> times;
  for (int run = 0; run < runs; run++) {
    search.found = 0;
    start = cpuTime();
    for (const Fix &fix : fixes) ask(fix, search);
    times.push_back((cpuTime() - start) * 1e9 / double(fixes.size()));
  }
  report(name, times, search.found, "polygons");
  GEOSSTRtree_destroy_r(geos, tree);
  for (const GEOSPreparedGeometry *shape : prepared) GEOSPreparedGeom_destroy_r(geos, shape);
  for (GEOSGeometry *shape : shapes) GEOSGeom_destroy_r(geos, shape);
  GEOS_finish_r(geos);
}
