// What the references that read scripts/generate/workload.py's binary files share.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace {

struct Fix {
  double time, lat, lon;
  float accuracy;
  uint32_t device;
};
static_assert(sizeof(Fix) == 32);

double cpuTime() {
  timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return double(time.tv_sec) + double(time.tv_nsec) / 1e9;
}

std::vector<char> read(const std::string &path, const char *magic) {
  std::ifstream file(path, std::ios::binary);
  std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
  if (bytes.size() < 16 || memcmp(bytes.data(), magic, 8) != 0) {
    fprintf(stderr, "%s: is not a %s file\n", path.c_str(), magic);
    exit(65);
  }
  return bytes;
}

inline std::vector<Fix> readFixes(const std::string &folder) {
  std::vector<char> bytes = read(folder + "/fixes.bin", "GSFIXES1");
  uint64_t count;
  memcpy(&count, &bytes[8], 8);
  std::vector<Fix> fixes(count);
  memcpy(fixes.data(), &bytes[16], 32 * count);
  return fixes;
}

/// The name of what is measured on the data of a folder.
inline std::string measurement(std::string folder) {
  while (folder.size() > 1 && folder.back() == '/') folder.pop_back();
  return "geos." + folder.substr(folder.rfind('/') + 1);
}

/// Prints the middle one of times for a fix, and the rest to standard error.
inline void report(const std::string &name, std::vector<double> times, size_t found, const char *unit) {
  std::sort(times.begin(), times.end());
  printf("{\"name\":\"%s.fix\",\"value\":%.1f,\"unit\":\"ns\"}\n", name.c_str(), times[times.size() / 2]);
  fprintf(stderr, "{\"name\":\"%s.fix.min\",\"value\":%.1f,\"unit\":\"ns\"}\n", name.c_str(), times.front());
  fprintf(stderr, "{\"name\":\"%s.fix.max\",\"value\":%.1f,\"unit\":\"ns\"}\n", name.c_str(), times.back());
  fprintf(stderr, "{\"name\":\"%s.found\",\"value\":%zu,\"unit\":\"%s\"}\n", name.c_str(), found, unit);
}

}  // namespace
