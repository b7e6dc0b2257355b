#define _GNU_SOURCE
#include "client.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

// This many messages at once are a dense stream, which then pauses for this many microseconds, too short to
// notice.
enum { DENSE = 4, DENSE_REST = 500 };

static bool rest(cm_client *client, int microseconds) {
  struct pollfd bell = {.fd = client->bell, .events = POLLIN};
  const struct timespec time = {.tv_sec = microseconds / 1000000, .tv_nsec = microseconds % 1000000 * 1000};
  uint64_t rings;
  return ppoll(&bell, 1, &time, NULL) > 0 && read(client->bell, &rings, sizeof rings) > 0;
}

void cm_rest(cm_client *client, int milliseconds) { (void)rest(client, milliseconds * 1000); }

int cm_wait(cm_client *client, bool reads, int milliseconds) {
  const bool writes = lib.mosquitto_want_write(client->connection);
  // Waking a thread costs as much as several messages, so a dense stream lets some more arrive first. The
  // bell may ring for each of them: the socket is checked anyway.
  int ready = 0;
  if (reads && !writes && client->is_dense && rest(client, DENSE_REST)) {
    ready = CM_RUNG;
    milliseconds = 0;
  }
  struct pollfd both[2] = {
      {.fd = client->bell, .events = POLLIN},
      {.fd = lib.mosquitto_socket(client->connection),
       .events = (short)((reads ? POLLIN : 0) | (writes ? POLLOUT : 0))},
  };
  if (poll(both, 2, milliseconds) <= 0) return ready;
  if (both[0].revents && rest(client, 0)) ready |= CM_RUNG;
  if (both[1].revents & POLLOUT) ready |= CM_WRITABLE;
  if (both[1].revents & ~POLLOUT) ready |= CM_READABLE;
  return ready;
}

void cm_ring(cm_client *client) {
  const uint64_t one = 1;
  (void)!write(client->bell, &one, sizeof one);
}

// libmosquitto treats a broker that disconnects during TLS negotiation as one that has not answered yet.
static bool is_over(cm_client *client) {
  char byte;
  const int socket = lib.mosquitto_socket(client->connection);
  const ssize_t left = socket < 0 ? 0 : recv(socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
  return left == 0 || (left < 0 && errno != EAGAIN && errno != EINTR);
}

int cm_read(cm_client *client, size_t limit) {
  int result;
  size_t before;
  // libmosquitto reads one packet per call; a call without a message found nothing more, or something for us
  // to answer.
  do {
    before = client->count;
    result = lib.mosquitto_loop_read(client->connection, 1);
    client->burst++;
  } while (result == MOSQ_ERR_SUCCESS && client->count > before && client->count < limit);
  if (result == MOSQ_ERR_SUCCESS && client->answer < 0 && is_over(client)) result = MOSQ_ERR_CONN_LOST;
  client->is_dense = client->count >= DENSE;
  return client->is_out_of_memory ? MOSQ_ERR_NOMEM : noted(client, result);
}

static void cork(cm_client *client, int is_corked) {
  // Failures do not matter, on a lost connection or on a socket without a cork.
  (void)setsockopt(lib.mosquitto_socket(client->connection), IPPROTO_TCP, TCP_CORK, &is_corked, sizeof is_corked);
}

int cm_write(cm_client *client) {
  if (!lib.mosquitto_want_write(client->connection)) return MOSQ_ERR_SUCCESS;
  // Each packet is a separate call. The cork lets the acknowledgements of many messages wake the broker once.
  const bool is_burst = client->burst > 2;
  client->burst = 0;
  if (is_burst) cork(client, 1);
  const int result = noted(client, lib.mosquitto_loop_write(client->connection, 1));
  if (is_burst) cork(client, 0);
  return result;
}

int cm_keep(cm_client *client) { return lib.mosquitto_loop_misc(client->connection); }

size_t cm_count(const cm_client *client) { return client->count; }
const cm_message *cm_messages(const cm_client *client) { return client->messages; }
const uint8_t *cm_bytes(const cm_client *client) { return client->bytes; }

void cm_clear(cm_client *client) {
  client->count = 0;
  client->length = 0;
  // Frees the memory of a large message.
  if (client->capacity > (1 << 22)) {
    free(client->bytes);
    client->bytes = NULL;
    client->capacity = 0;
  }
}
