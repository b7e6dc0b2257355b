// The bare cost of a GPX: libxml2's SAX2 push parser, reading lat, lon, ele, time, hdop, speed, course.
//
// cc -O2 $(pkg-config --cflags libxml-2.0) gpx_sax.c -lxml2 -o gpx_sax && ./gpx_sax FILE RUNS
// Prints the median CPU seconds of one pass and what was read, as one JSON object.
#include <libxml/parser.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ELE = 1, TIME, HDOP, SPEED, COURSE };

static struct {
  int field, in_point, count;
  char text[64];
  double value[8], sum;
} state;

// Unchecked digits and a point: less than any real reader does.
static double number(const char *at, const char *end) {
  static const double powers[] = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10};
  long digits = 0;
  int decimals = -1, negative = at < end && *at == '-';
  for (at += negative; at < end; at++) {
    if (*at == '.') decimals = 0;
    else digits = digits * 10 + (*at - '0'), decimals += decimals >= 0;
  }
  double result = decimals > 0 ? digits / powers[decimals] : digits;
  return negative ? -result : result;
}

static int two(const char *at) { return (at[0] - '0') * 10 + at[1] - '0'; }

// YYYY-MM-DDTHH:MM:SSZ, unchecked.
static double date(const char *at) {
  int y = two(at) * 100 + two(at + 2), m = two(at + 5), d = two(at + 8);
  y -= m <= 2;
  int era = y / 400, yoe = y - era * 400, doy = (153 * (m > 2 ? m - 3 : m + 9) + 2) / 5 + d - 1;
  long days = era * 146097L + yoe * 365 + yoe / 4 - yoe / 100 + doy - 719468;
  return days * 86400.0 + two(at + 11) * 3600 + two(at + 14) * 60 + two(at + 17);
}

static void start(void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri,
                  int spaces, const xmlChar **space, int count, int defaulted, const xmlChar **attributes) {
  const char *n = (const char *)name;
  if (!state.in_point) {
    if (strcmp(n, "trkpt") != 0) return;
    state.in_point = 1;
    memset(state.value, 0, sizeof state.value);
    for (int i = 0; i < count; i++, attributes += 5) {
      double value = number((const char *)attributes[3], (const char *)attributes[4]);
      if (strcmp((const char *)attributes[0], "lat") == 0) state.value[6] = value;
      else if (strcmp((const char *)attributes[0], "lon") == 0) state.value[7] = value;
    }
    return;
  }
  if (strcmp(n, "ele") == 0) state.field = ELE;
  else if (strcmp(n, "time") == 0) state.field = TIME;
  else if (strcmp(n, "hdop") == 0) state.field = HDOP;
  else if (strcmp(n, "speed") == 0) state.field = SPEED;
  else if (strcmp(n, "course") == 0) state.field = COURSE;
  else return;
  state.count = 0;
}

static void end(void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri) {
  if (state.field != 0) {
    state.value[state.field] =
        state.field == TIME ? date(state.text) : number(state.text, state.text + state.count);
    state.field = 0;
  } else if (state.in_point && strcmp((const char *)name, "trkpt") == 0) {
    state.in_point = 0;
    for (int i = 0; i < 8; i++) state.sum += state.value[i];
  }
}

static void characters(void *context, const xmlChar *text, int count) {
  if (state.field == 0 || state.count + count > 63) return;
  memcpy(state.text + state.count, text, count);
  state.count += count;
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec + t.tv_nsec * 1e-9;
}

static int compare(const void *a, const void *b) {
  return (*(double *)a > *(double *)b) - (*(double *)a < *(double *)b);
}

int main(int argc, char **argv) {
  if (argc < 3) return 64;
  int runs = atoi(argv[2]);
  double seconds[100];
  static char buffer[1 << 16];
  for (int run = 0; run < runs && run < 100; run++) {
    FILE *file = fopen(argv[1], "rb");
    if (!file) return 66;
    setvbuf(file, NULL, _IONBF, 0);
    memset(&state, 0, sizeof state);
    double began = now();
    xmlSAXHandler handler = {.initialized = XML_SAX2_MAGIC, .startElementNs = start,
                             .endElementNs = end, .characters = characters,
                             .ignorableWhitespace = characters};
    size_t count = fread(buffer, 1, 4, file);
    xmlParserCtxtPtr parser = xmlCreatePushParserCtxt(&handler, NULL, buffer, count, NULL);
    while ((count = fread(buffer, 1, sizeof buffer, file)) > 0) xmlParseChunk(parser, buffer, count, 0);
    xmlParseChunk(parser, NULL, 0, 1);
    xmlFreeParserCtxt(parser);
    seconds[run] = now() - began;
    fclose(file);
  }
  qsort(seconds, runs, sizeof *seconds, compare);
  printf("{\"seconds\":%.6f,\"sum\":%.3f}\n", seconds[runs / 2], state.sum);
}
