// A line of 10,000 points and 1,000 markers at 1024×1024 as PNG, by Cairo alone: cairo_picture RUNS [OUT]
//
// The same shapes in the same colors as geobench's row «picture-markers». Prints the median of the runs, in ms of CPU
// time from the first call to the last byte, and the part of it that the PNG took.
#include <cairo/cairo.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { side = 1024, points = 10000, markers = 1000 };

// Knuth's MMIX: the same numbers everywhere.
static uint64_t seed = 1;
static double dice(void) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (double)(seed >> 11) / 9007199254740992.0;
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static double line[points][2], places[markers][2];

// A way that turns a little at each step and is turned back at the edges.
static void make(void) {
  double x = side / 2, y = side / 2, heading = 0;
  for (int i = 0; i < points; i++) {
    heading += (dice() - 0.5) * 0.8;
    double dx = 4 * cos(heading), dy = 4 * sin(heading);
    if (x + dx < 8 || x + dx > side - 8 || y + dy < 8 || y + dy > side - 8) heading += M_PI / 2;
    else x += dx, y += dy;
    line[i][0] = x, line[i][1] = y;
  }
  for (int i = 0; i < markers; i++) places[i][0] = dice() * side, places[i][1] = dice() * side;
}

static size_t written;
static FILE *out;
static cairo_status_t keep(void *context, const unsigned char *bytes, unsigned int length) {
  (void)context;
  written += length;
  if (out) fwrite(bytes, 1, length, out);
  return CAIRO_STATUS_SUCCESS;
}

static void draw(double *whole, double *png) {
  double start = now();
  cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, side, side);
  cairo_t *c = cairo_create(surface);
  cairo_set_source_rgb(c, 1, 1, 1);
  cairo_paint(c);
  for (int i = 0; i < points; i++) cairo_line_to(c, line[i][0], line[i][1]);
  cairo_set_source_rgba(c, 0, 0.4, 0.8, 0.7);
  cairo_set_line_width(c, 3);
  cairo_set_line_cap(c, CAIRO_LINE_CAP_ROUND);
  cairo_set_line_join(c, CAIRO_LINE_JOIN_ROUND);
  cairo_stroke(c);
  cairo_set_line_width(c, 1.5);
  for (int i = 0; i < markers; i++) {
    cairo_arc(c, places[i][0], places[i][1], 6, 0, 2 * M_PI);
    cairo_close_path(c);
    cairo_set_source_rgb(c, 0.9, 0.2, 0.15);
    cairo_fill_preserve(c);
    cairo_set_source_rgb(c, 1, 1, 1);
    cairo_stroke(c);
  }
  cairo_destroy(c);
  double drawn = now();
  cairo_surface_write_to_png_stream(surface, keep, NULL);
  cairo_surface_destroy(surface);
  *whole = now() - start;
  *png = *whole - (drawn - start);
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

int main(int argc, char **argv) {
  int runs = argc > 1 ? atoi(argv[1]) : 1;
  if (runs < 1 || runs > 1000) runs = 1;
  double whole[1000], png[1000];
  make();
  for (int i = 0; i < runs; i++) {
    if (argc > 2 && i + 1 == runs) out = fopen(argv[2], "wb");
    draw(whole + i, png + i);
  }
  if (out) fclose(out);
  if (written == 0) return 70;
  qsort(whole, (size_t)runs, sizeof *whole, ascending);
  qsort(png, (size_t)runs, sizeof *png, ascending);
  printf("{\"name\": \"picture-markers\", \"value\": %.3f, \"unit\": \"ms\"}\n", whole[runs / 2] * 1e3);
  printf("{\"name\": \"of it PNG\", \"value\": %.3f, \"unit\": \"ms\"}\n", png[runs / 2] * 1e3);
  return 0;
}
