// The map points of a million coordinates, with libm: map_points RUNS
//
// The same loop as MKMapPointsForCoordinates: a coordinate is looked at for being one, a latitude beyond the map's end
// is taken to be there, and the points go into new memory. Prints the median of the runs, in ns a coordinate.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { count = 1000000 };

typedef struct { double latitude, longitude; } coordinate;
typedef struct { double x, y; } point;

static const double world = 268435456.0;

static point project(coordinate c) {
  if (!(fabs(c.latitude) <= 90 && fabs(c.longitude) <= 180)) return (point){-1, -1};
  double x = world / 360 * (c.longitude + 180);
  if (!(fabs(c.latitude) < 85.05112877980659)) return (point){x, c.latitude < 0 ? world : 0};
  double s = sin(c.latitude * (M_PI / 180));
  return (point){x, world / 2 - world / (4 * M_PI) * log((1 + s) / (1 - s))};
}

static point *project_all(const coordinate *from) {
  point *to = malloc(count * sizeof *to);
  if (to == NULL) exit(70);
  for (long i = 0; i < count; i++) to[i] = project(from[i]);
  return to;
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

int main(int argc, char **argv) {
  int runs = argc > 1 ? atoi(argv[1]) : 1;
  if (runs < 1 || runs > 1000) runs = 1;
  coordinate *from = malloc(count * sizeof *from);
  double *times = malloc((size_t)runs * sizeof *times), sum = 0;
  if (from == NULL || times == NULL) return 70;
  for (long i = 0; i < count; i++) {
    from[i].latitude = (double)(i * 7919 % count) * (170.0 / count) - 85;
    from[i].longitude = (double)(i * 104729 % count) * (360.0 / count) - 180;
  }
  for (int run = 0; run < runs; run++) {
    double start = now();
    point *to = project_all(from);
    times[run] = now() - start;
    for (long i = 0; i < count; i++) sum += to[i].x + to[i].y;
    free(to);
  }
  if (!isfinite(sum)) return 70;
  qsort(times, (size_t)runs, sizeof *times, ascending);
  printf("{\"name\":\"map-points\",\"value\":%.3f,\"unit\":\"ns\"}\n", times[runs / 2] / count * 1e9);
  return 0;
}
