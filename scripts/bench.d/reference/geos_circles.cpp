// What finding the circles of a fix costs with GEOS: an STRtree of bounding boxes, then haversine for each candidate.
// Search only: no device state, no events, a sphere. Reads the files of scripts/generate/workload.py and prints one JSON
// object, like geobench, in nanoseconds of CPU time a fix; what else it knows goes to standard error.
//
// build: c++ -O2 -o geos_circles geos_circles.cpp -lgeos_c
// usage: geos_circles DIR [RUNS]
#include <geos_c.h>

#include <algorithm>
#include <cmath>

#include "workload.hpp"

namespace {

constexpr double kRadius = 6371008.8;
constexpr double kRadian = M_PI / 180;

struct Fence {
  double lat, lon, radius;
  double cosine;  // of the latitude, so that a candidate costs no cosine
};

struct Search {
  double lat, lon, cosine;
  size_t found;
};

void visit(void *item, void *data) {
  const Fence &fence = *static_cast<const Fence *>(item);
  Search &search = *static_cast<Search *>(data);
  double up = sin((fence.lat - search.lat) * kRadian / 2);
  double right = sin((fence.lon - search.lon) * kRadian / 2);
  double a = up * up + search.cosine * fence.cosine * right * right;
  search.found += 2 * kRadius * asin(sqrt(std::min(1.0, a))) <= fence.radius;
}

}  // namespace

int main(int argc, char **argv) {
  if (argc < 2) {
    fprintf(stderr, "usage: geos_circles DIR [RUNS]\n");
    return 64;
  }
  std::string folder = argv[1];
  int runs = argc > 2 ? atoi(argv[2]) : 5;
  std::string name = measurement(folder);

  std::vector<char> fenceBytes = read(folder + "/fences.bin", "GSFENCE1");
  uint64_t fenceCount;
  memcpy(&fenceCount, &fenceBytes[8], 8);
  std::vector<Fence> fences(fenceCount);
  for (uint64_t i = 0; i < fenceCount; i++) {
    memcpy(&fences[i], &fenceBytes[16 + 24 * i], 24);
    fences[i].cosine = cos(fences[i].lat * kRadian);
  }
  std::vector<Fix> fixes = readFixes(folder);

  GEOSContextHandle_t geos = GEOS_init_r();
  double start = cpuTime();
  GEOSSTRtree *tree = GEOSSTRtree_create_r(geos, 10);
  std::vector<GEOSGeometry *> boxes;
  for (Fence &fence : fences) {
    double up = fence.radius / kRadius / kRadian * 1.0001;
    double right = up / cos(std::min(89.0, std::abs(fence.lat) + up) * kRadian);
    GEOSGeometry *box = GEOSGeom_createRectangle_r(
        geos, fence.lon - right, fence.lat - up, fence.lon + right, fence.lat + up);
    boxes.push_back(box);
    GEOSSTRtree_insert_r(geos, tree, box, &fence);
  }
  // The tree packs itself at the first query.
  GEOSGeometry *point = GEOSGeom_createPointFromXY_r(geos, fixes[0].lon, fixes[0].lat);
  Search search{fixes[0].lat, fixes[0].lon, cos(fixes[0].lat * kRadian), 0};
  GEOSSTRtree_query_r(geos, tree, point, visit, &search);
  GEOSGeom_destroy_r(geos, point);
  fprintf(stderr, "{\"name\":\"%s.build_all\",\"value\":%.4f,\"unit\":\"s\"}\n", name.c_str(), cpuTime() - start);

  std::vector<double> times;
  for (int run = 0; run < runs; run++) {
    search.found = 0;
    start = cpuTime();
    for (const Fix &fix : fixes) {
      search.lat = fix.lat;
      search.lon = fix.lon;
      search.cosine = cos(fix.lat * kRadian);
      GEOSGeometry *place = GEOSGeom_createPointFromXY_r(geos, fix.lon, fix.lat);
      GEOSSTRtree_query_r(geos, tree, place, visit, &search);
      GEOSGeom_destroy_r(geos, place);
    }
    times.push_back((cpuTime() - start) * 1e9 / double(fixes.size()));
  }
  report(name, times, search.found, "circles");
  GEOSSTRtree_destroy_r(geos, tree);
  for (GEOSGeometry *box : boxes) GEOSGeom_destroy_r(geos, box);
  GEOS_finish_r(geos);
}
