// The bare cost of an event log: simdjson On-Demand, iterate_many over the whole file in memory,
// reading type, time, device, latitude, longitude, horizontalAccuracy, speed, course.
//
// c++ -O2 -std=c++17 ndjson_simdjson.cpp -lsimdjson -o ndjson_simdjson && ./ndjson_simdjson FILE RUNS
// Prints the median CPU seconds of one pass, reading the file included, as one JSON object.
#include <simdjson.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <vector>

using namespace simdjson;

static double now() {
  timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec + t.tv_nsec * 1e-9;
}

int main(int argc, char **argv) {
  if (argc < 3) return 64;
  int runs = atoi(argv[2]);
  std::vector<double> seconds;
  double sum = 0;
  size_t bytes = 0, lines = 0;
  for (int run = 0; run < runs; run++) {
    sum = 0, bytes = 0, lines = 0;
    double began = now();
    padded_string json;
    if (padded_string::load(argv[1]).get(json)) return 66;
    ondemand::parser parser;
    ondemand::document_stream documents;
    if (parser.iterate_many(json).get(documents)) return 65;
    for (auto document : documents) {
      ondemand::object object;
      if (document.get_object().get(object)) return 65;
      std::string_view type, device;
      double time, latitude, longitude, accuracy, speed, course;
      // In the order of the file, so that no field is looked for twice.
      if (object["type"].get(type) || object["time"].get(time) || object["device"].get(device) ||
          object["latitude"].get(latitude) || object["longitude"].get(longitude) ||
          object["horizontalAccuracy"].get(accuracy) || object["speed"].get(speed) ||
          object["course"].get(course))
        return 65;
      sum += time + latitude + longitude + accuracy + speed + course;
      bytes += type.size() + device.size();
      lines++;
    }
    seconds.push_back(now() - began);
  }
  std::sort(seconds.begin(), seconds.end());
  printf("{\"seconds\":%.6f,\"sum\":%.3f,\"text\":%zu,\"lines\":%zu}\n", seconds[runs / 2], sum, bytes, lines);
}
