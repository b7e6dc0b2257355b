#define _GNU_SOURCE
#include "CMosquitto.h"

#include <dlfcn.h>
#include <errno.h>
#include <mosquitto.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#define FUNCTIONS(X)                                                                                              \
  X(mosquitto_lib_init)                                                                                           \
  X(mosquitto_new)                                                                                                \
  X(mosquitto_destroy)                                                                                            \
  X(mosquitto_username_pw_set)                                                                                    \
  X(mosquitto_tls_set)                                                                                            \
  X(mosquitto_int_option)                                                                                         \
  X(mosquitto_threaded_set)                                                                                       \
  X(mosquitto_will_set)                                                                                           \
  X(mosquitto_connect)                                                                                            \
  X(mosquitto_disconnect)                                                                                         \
  X(mosquitto_subscribe)                                                                                          \
  X(mosquitto_unsubscribe)                                                                                        \
  X(mosquitto_publish)                                                                                            \
  X(mosquitto_topic_matches_sub)                                                                                  \
  X(mosquitto_loop_read)                                                                                          \
  X(mosquitto_loop_write)                                                                                         \
  X(mosquitto_loop_misc)                                                                                          \
  X(mosquitto_socket)                                                                                             \
  X(mosquitto_ssl_get)                                                                                            \
  X(mosquitto_want_write)                                                                                         \
  X(mosquitto_connect_with_flags_callback_set)                                                                    \
  X(mosquitto_message_callback_set)                                                                               \
  X(mosquitto_publish_callback_set)                                                                               \
  X(mosquitto_subscribe_callback_set)                                                                             \
  X(mosquitto_log_callback_set)                                                                                   \
  X(mosquitto_strerror)

static struct {
#define POINTER(name) __typeof__(name) *name;
  FUNCTIONS(POINTER)
  // OpenSSL's; absent where libmosquitto was built with another.
  long (*verify_result)(const void *ssl);
} lib;
static const char *load_error;
static char load_message[256];

static void fail(const char *what) {
  strncpy(load_message, what ? what : "libmosquitto.so.1 cannot be loaded", sizeof load_message - 1);
  load_error = load_message;
}

static void load(void) {
  void *library = dlopen("libmosquitto.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library) return fail(dlerror());
#define FIND(name)                                                                                                \
  if (!(*(void **)&lib.name = dlsym(library, #name))) return fail(dlerror());
  FUNCTIONS(FIND)
  *(void **)&lib.verify_result = dlsym(library, "SSL_get_verify_result");
  if (lib.mosquitto_lib_init() != MOSQ_ERR_SUCCESS) fail("libmosquitto does not start");
}

const char *cm_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return load_error;
}

// So many messages at once are a dense stream, which rests so many microseconds: far below what anybody notices.
enum { DENSE = 4, DENSE_REST = 500 };

struct cm_client {
  struct mosquitto *connection;
  int bell;
  int answer, granted;
  size_t taken, done;
  // Calls that read since something was written: about as many answers wait.
  size_t burst;
  bool is_dense;
  cm_message *messages;
  size_t count, room;
  uint8_t *bytes;
  size_t length, capacity;
  bool is_out_of_memory;
  int system_error, certificate_fault;
  char complaint[256];
};

static void on_connect(struct mosquitto *connection, void *context, int code, int flags) {
  (void)flags;
  ((cm_client *)context)->answer = code;
  // It would go on to format two lines a message.
  if (code == 0) lib.mosquitto_log_callback_set(connection, NULL);
}

static void on_subscribe(struct mosquitto *connection, void *context, int id, int count, const int *granted) {
  (void)connection, (void)id;
  if (count > 0) ((cm_client *)context)->granted = granted[0];
}

static void on_publish(struct mosquitto *connection, void *context, int id) {
  (void)connection, (void)id;
  ((cm_client *)context)->done++;
}

static void on_log(struct mosquitto *connection, void *context, int level, const char *text) {
  cm_client *client = context;
  // The first says why; what follows from it says less.
  if (!(level & (MOSQ_LOG_ERR | MOSQ_LOG_WARNING)) || client->complaint[0]) return;
  strncpy(client->complaint, text, sizeof client->complaint - 1);
  // It may be gone when somebody asks.
  const void *ssl = lib.mosquitto_ssl_get(connection);
  client->certificate_fault = ssl && lib.verify_result ? (int)lib.verify_result(ssl) : 0;
}

static void on_message(struct mosquitto *connection, void *context, const struct mosquitto_message *message) {
  (void)connection;
  cm_client *client = context;
  const size_t topic = strlen(message->topic), payload = message->payloadlen > 0 ? (size_t)message->payloadlen : 0;
  const size_t size = topic + payload + CM_PADDING;
  if (client->count == client->room) {
    const size_t room = client->room ? client->room * 2 : 256;
    cm_message *longer = realloc(client->messages, room * sizeof *longer);
    if (!longer) return (void)(client->is_out_of_memory = true);
    client->messages = longer;
    client->room = room;
  }
  if (client->length + size > client->capacity) {
    const size_t capacity = (client->length + size) * 2;
    uint8_t *longer = realloc(client->bytes, capacity);
    if (!longer) return (void)(client->is_out_of_memory = true);
    client->bytes = longer;
    client->capacity = capacity;
  }
  uint8_t *at = client->bytes + client->length;
  memcpy(at, message->topic, topic);
  if (payload) memcpy(at + topic, message->payload, payload);
  memset(at + topic + payload, 0, CM_PADDING);
  client->messages[client->count++] = (cm_message){
      .topic = client->length, .topic_length = topic, .payload = client->length + topic, .payload_length = payload,
      .is_retained = message->retain};
  client->length += size;
}

// Keeps why the system refused before another call forgets it.
static int noted(cm_client *client, int result) {
  if (result == MOSQ_ERR_ERRNO) client->system_error = errno;
  return result;
}

cm_client *cm_new(const char *id, bool is_clean) {
  if (cm_load()) return NULL;
  cm_client *client = calloc(1, sizeof *client);
  if (!client) return NULL;
  client->bell = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  client->connection = lib.mosquitto_new(id, is_clean, client);
  if (!client->connection || client->bell < 0) {
    cm_free(client);
    return NULL;
  }
  client->answer = client->granted = -1;
  lib.mosquitto_int_option(client->connection, MOSQ_OPT_TCP_NODELAY, 1);
  // What goes out waits for cm_write, also what libmosquitto answers by itself.
  lib.mosquitto_threaded_set(client->connection, true);
  lib.mosquitto_connect_with_flags_callback_set(client->connection, on_connect);
  lib.mosquitto_subscribe_callback_set(client->connection, on_subscribe);
  lib.mosquitto_message_callback_set(client->connection, on_message);
  lib.mosquitto_publish_callback_set(client->connection, on_publish);
  return client;
}

void cm_free(cm_client *client) {
  if (!client) return;
  if (client->connection) lib.mosquitto_destroy(client->connection);
  if (client->bell >= 0) close(client->bell);
  free(client->messages);
  free(client->bytes);
  free(client);
}

int cm_log_in(cm_client *client, const char *user, const char *password) {
  return lib.mosquitto_username_pw_set(client->connection, user, password);
}

// Else OpenSSL would ask whoever sits at the terminal.
static int no_password(char *buffer, int size, int is_writing, void *context) {
  (void)buffer, (void)size, (void)is_writing, (void)context;
  return 0;
}

int cm_use_tls(cm_client *client, const char *authorities, const char *certificate, const char *key) {
  // OpenSSL's own places, which SSL_CERT_FILE and SSL_CERT_DIR can change.
  if (!authorities) lib.mosquitto_int_option(client->connection, MOSQ_OPT_TLS_USE_OS_CERTS, 1);
  const char *folder = getenv("SSL_CERT_DIR");
  if (!folder || !*folder) folder = "/etc/ssl/certs";
  // Without a file or a folder it connects once and never again.
  return lib.mosquitto_tls_set(client->connection, authorities, authorities ? NULL : folder, certificate, key,
                               no_password);
}

int cm_set_will(cm_client *client, const char *topic, const char *payload) {
  return lib.mosquitto_will_set(client->connection, topic, (int)strlen(payload), payload, 1, true);
}

int cm_connect(cm_client *client, const char *host, int port, int keepalive) {
  client->answer = client->granted = -1;
  client->complaint[0] = 0;
  client->certificate_fault = 0;
  client->is_out_of_memory = client->is_dense = false;
  lib.mosquitto_log_callback_set(client->connection, on_log);
  return noted(client, lib.mosquitto_connect(client->connection, host, port, keepalive));
}

int cm_disconnect(cm_client *client) { return lib.mosquitto_disconnect(client->connection); }

void cm_hang_up(cm_client *client) {
  // Without an order, where TLS has not come so far that one could be given: libmosquitto keeps its socket.
  const int socket = lib.mosquitto_socket(client->connection);
  if (socket >= 0) shutdown(socket, SHUT_RDWR);
}

int cm_subscribe(cm_client *client, const char *filter, int qos) {
  client->granted = -1;
  return lib.mosquitto_subscribe(client->connection, NULL, filter, qos);
}

int cm_publish(cm_client *client, const char *topic, const void *payload, size_t length, int qos, bool is_retained) {
  const int result = lib.mosquitto_publish(client->connection, NULL, topic, (int)length, payload, qos, is_retained);
  if (result == MOSQ_ERR_SUCCESS) client->taken++;
  return result;
}

int cm_say_nothing(cm_client *client) {
  // Nobody has subscribed to it.
  return lib.mosquitto_unsubscribe(client->connection, NULL, "geoscript/nothing");
}

bool cm_matches(const char *filter, const char *topic) {
  bool matches = false;
  return !cm_load() && lib.mosquitto_topic_matches_sub(filter, topic, &matches) == MOSQ_ERR_SUCCESS && matches;
}

// Whether the bell rang.
static bool rest(cm_client *client, int microseconds) {
  struct pollfd bell = {.fd = client->bell, .events = POLLIN};
  const struct timespec time = {.tv_sec = microseconds / 1000000, .tv_nsec = microseconds % 1000000 * 1000};
  uint64_t rings;
  return ppoll(&bell, 1, &time, NULL) > 0 && read(client->bell, &rings, sizeof rings) > 0;
}

void cm_rest(cm_client *client, int milliseconds) { (void)rest(client, milliseconds * 1000); }

int cm_wait(cm_client *client, bool reads, int milliseconds) {
  const bool writes = lib.mosquitto_want_write(client->connection);
  // A thread that is woken costs as much as several messages: of a dense stream some more are let come first.
  if (reads && !writes && client->is_dense && rest(client, DENSE_REST)) return CM_RUNG;
  struct pollfd both[2] = {
      {.fd = client->bell, .events = POLLIN},
      {.fd = lib.mosquitto_socket(client->connection),
       .events = (short)((reads ? POLLIN : 0) | (writes ? POLLOUT : 0))},
  };
  if (poll(both, 2, milliseconds) <= 0) return 0;
  int ready = 0;
  if (both[0].revents && rest(client, 0)) ready |= CM_RUNG;
  if (both[1].revents & POLLOUT) ready |= CM_WRITABLE;
  if (both[1].revents & ~POLLOUT) ready |= CM_READABLE;
  return ready;
}

void cm_ring(cm_client *client) {
  const uint64_t one = 1;
  (void)!write(client->bell, &one, sizeof one);
}

// libmosquitto takes a broker that goes while TLS is agreed for one that has not answered yet.
static bool is_over(cm_client *client) {
  char byte;
  const int socket = lib.mosquitto_socket(client->connection);
  const ssize_t left = socket < 0 ? 0 : recv(socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
  return left == 0 || (left < 0 && errno != EAGAIN && errno != EINTR);
}

int cm_read(cm_client *client, size_t limit) {
  int result;
  size_t before;
  // It reads a packet a call; one that brings no message has found nothing more, or something for us to answer.
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
  // None of a lost connection, and none of a kind that has no cork, is no loss.
  (void)setsockopt(lib.mosquitto_socket(client->connection), IPPROTO_TCP, TCP_CORK, &is_corked, sizeof is_corked);
}

int cm_write(cm_client *client) {
  if (!lib.mosquitto_want_write(client->connection)) return MOSQ_ERR_SUCCESS;
  // Each packet is a call of its own. The acknowledgements of many messages wake the broker once, not once each.
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
  // What one large message took is given back.
  if (client->capacity > (1 << 22)) {
    free(client->bytes);
    client->bytes = NULL;
    client->capacity = 0;
  }
}

int cm_answer(const cm_client *client) { return client->answer; }
int cm_granted(const cm_client *client) { return client->granted; }
size_t cm_taken(const cm_client *client) { return client->taken; }
size_t cm_done(const cm_client *client) { return client->done; }
const char *cm_complaint(const cm_client *client) { return client->complaint; }

int cm_certificate_fault(const cm_client *client) { return client->certificate_fault; }

const char *cm_words(const cm_client *client, int result) {
  return result == MOSQ_ERR_ERRNO ? strerror(client->system_error) : lib.mosquitto_strerror(result);
}
