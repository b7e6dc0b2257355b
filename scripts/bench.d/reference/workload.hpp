// What the references that read scripts/generate/workload.py's binary files share.
#pragma once

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

}  // namespace
