// The least that a client of a broker can do with libmosquitto: it counts messages. And a publisher of messages of
// OwnTracks for it and for geoscript.
//
// cc -O2 mqtt_counter.c -lmosquitto -o mqtt_counter
// mqtt_counter count PORT QOS          subscribes to owntracks/#, tells «ready», counts until bench/end comes below it
// mqtt_counter publish PORT QOS COUNT  publishes, then owntracks/bench/end, and waits for an answer to bench/done
//
// The publisher prints seconds from its first message to the answer, the counter its CPU seconds.
#include <mosquitto.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static bool is_counter, is_over;
static int qos;
static long counted;

static double now(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return t.tv_sec + t.tv_nsec * 1e-9;
}

static void on_connect(struct mosquitto *mosquitto, void *context, int code) {
  (void)context;
  if (code != 0) exit(69);
  mosquitto_subscribe(mosquitto, NULL, is_counter ? "owntracks/#" : "bench/done", qos);
}

static void on_subscribe(struct mosquitto *mosquitto, void *context, int id, int count, const int *granted) {
  (void)mosquitto, (void)context, (void)id, (void)count, (void)granted;
  if (!is_counter) return;
  puts("ready");
  fflush(stdout);
}

static void on_message(struct mosquitto *mosquitto, void *context, const struct mosquitto_message *message) {
  (void)context;
  counted++;
  if (!is_counter) {
    is_over = true;
  } else if (strcmp(message->topic, "owntracks/bench/end") == 0) {
    mosquitto_publish(mosquitto, NULL, "bench/done", 2, "{}", qos, false);
    is_over = true;
  }
}

int main(int argc, char **argv) {
  if (argc < 4) return 64;
  is_counter = strcmp(argv[1], "count") == 0;
  qos = atoi(argv[3]);
  mosquitto_lib_init();
  struct mosquitto *mosquitto = mosquitto_new(NULL, true, NULL);
  mosquitto_connect_callback_set(mosquitto, on_connect);
  mosquitto_subscribe_callback_set(mosquitto, on_subscribe);
  mosquitto_message_callback_set(mosquitto, on_message);
  mosquitto_max_inflight_messages_set(mosquitto, 1000);
  if (mosquitto_connect(mosquitto, "127.0.0.1", atoi(argv[2]), 60) != MOSQ_ERR_SUCCESS) return 69;
  if (is_counter) {
    while (!is_over) mosquitto_loop(mosquitto, 1000, 1);
    for (int i = 0; i < 20; i++) mosquitto_loop(mosquitto, 10, 1);
    printf("{\"name\":\"counter\",\"count\":%ld,\"value\":%.6f,\"unit\":\"s\"}\n", counted - 1,
           now(CLOCK_PROCESS_CPUTIME_ID));
    return 0;
  }
  const long count = atol(argv[4]);
  mosquitto_loop_start(mosquitto);
  // Until the answer's topic is subscribed to.
  nanosleep(&(struct timespec){.tv_nsec = 200000000}, NULL);
  const double start = now(CLOCK_MONOTONIC);
  const long first = (long)time(NULL) - count / 100 - 1;
  char topic[64], message[256];
  for (long n = 0; n < count; n++) {
    const long step = n / 100;
    snprintf(topic, sizeof topic, "owntracks/user%ld/phone", n % 100);
    const int length = snprintf(
        message, sizeof message,
        "{\"_type\":\"location\",\"tid\":\"p1\",\"acc\":%ld,\"alt\":512,\"batt\":%ld,\"conn\":\"m\",\"lat\":%.6f,"
        "\"lon\":%.6f,\"tst\":%ld,\"vac\":3,\"vel\":5,\"cog\":%ld,\"m\":1,\"t\":\"u\"}",
        5 + n % 7, 99 - step / 500, 48 + n % 100 * 0.01 + step * 1e-5, 11 + n % 100 * 0.01 + step * 1e-5,
        first + step, n % 360);
    mosquitto_publish(mosquitto, NULL, topic, length, message, qos, false);
  }
  const char *end = "{\"_type\":\"status\",\"n\":1}";
  mosquitto_publish(mosquitto, NULL, "owntracks/bench/end", (int)strlen(end), end, qos, false);
  while (!is_over && now(CLOCK_MONOTONIC) - start < 120) nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
  if (!is_over) return 75;
  printf("{\"name\":\"publisher\",\"value\":%.6f,\"unit\":\"s\"}\n", now(CLOCK_MONOTONIC) - start);
  return 0;
}
