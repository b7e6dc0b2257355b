#include "client.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

struct cm_library cm_library;
static const char *load_error;
#define LIBRARY "libmosquitto.so.1"

static void load(void) {
#define SYMBOL(name) CL_SYMBOL(lib, name)
  static const cl_symbol symbols[] = {FUNCTIONS(SYMBOL)};
  load_error = CL_LOAD(symbols, LIBRARY);
  if (load_error) return;
  // From a library that libmosquitto loads; without it errors are less specific.
  static const cl_symbol optional[] = {{"SSL_get_verify_result", &lib.verify_result}};
  (void)CL_LOAD(optional, LIBRARY);
  if (lib.mosquitto_lib_init() != MOSQ_ERR_SUCCESS) load_error = "libmosquitto cannot start";
}

const char *cm_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return load_error;
}

static void on_connect(struct mosquitto *connection, void *context, int code, int flags) {
  (void)flags;
  ((cm_client *)context)->answer = code;
  // Without this, libmosquitto formats two log lines per message.
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
  // The first complaint gives the cause; later ones say less.
  if (!(level & (MOSQ_LOG_ERR | MOSQ_LOG_WARNING)) || client->complaint[0]) return;
  strncpy(client->complaint, text, sizeof client->complaint - 1);
  // Copied, because it may be gone later.
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

// A connection of libmosquitto's that has not begun; NULL without memory.
static struct mosquitto *connection_of(cm_client *client, const char *id, bool is_clean) {
  struct mosquitto *connection = lib.mosquitto_new(id, is_clean, client);
  if (!connection) return NULL;
  lib.mosquitto_int_option(connection, MOSQ_OPT_TCP_NODELAY, 1);
  // All output waits for cm_write, including libmosquitto's own answers.
  lib.mosquitto_threaded_set(connection, true);
  lib.mosquitto_connect_with_flags_callback_set(connection, on_connect);
  lib.mosquitto_subscribe_callback_set(connection, on_subscribe);
  lib.mosquitto_message_callback_set(connection, on_message);
  lib.mosquitto_publish_callback_set(connection, on_publish);
  return connection;
}

cm_client *cm_new(const char *id, bool is_clean) {
  if (cm_load()) return NULL;
  cm_client *client = calloc(1, sizeof *client);
  if (!client) return NULL;
  client->bell = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  client->connection = connection_of(client, id, is_clean);
  if (!client->connection || client->bell < 0) {
    cm_free(client);
    return NULL;
  }
  client->answer = client->granted = -1;
  return client;
}

bool cm_renew(cm_client *client, const char *id, bool is_clean) {
  struct mosquitto *connection = connection_of(client, id, is_clean);
  if (!connection) return false;
  lib.mosquitto_destroy(client->connection);
  client->connection = connection;
  client->taken = client->done = 0;
  return true;
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

// Otherwise OpenSSL would prompt at the terminal.
static int no_password(char *buffer, int size, int is_writing, void *context) {
  (void)buffer, (void)size, (void)is_writing, (void)context;
  return 0;
}

int cm_use_tls(cm_client *client, const char *authorities, const char *certificate, const char *key) {
  // OpenSSL's default paths, which SSL_CERT_FILE and SSL_CERT_DIR can change.
  if (!authorities) lib.mosquitto_int_option(client->connection, MOSQ_OPT_TLS_USE_OS_CERTS, 1);
  const char *folder = getenv("SSL_CERT_DIR");
  if (!folder || !*folder) folder = "/etc/ssl/certs";
  // Without a file or a folder libmosquitto connects once and never again.
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
  // No DISCONNECT, because TLS may not be far enough to send one; libmosquitto would then keep its socket.
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
  // No client has subscribed to it.
  return lib.mosquitto_unsubscribe(client->connection, NULL, "geoscript/nothing");
}

bool cm_matches(const char *filter, const char *topic) {
  bool matches = false;
  return !cm_load() && lib.mosquitto_topic_matches_sub(filter, topic, &matches) == MOSQ_ERR_SUCCESS && matches;
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
