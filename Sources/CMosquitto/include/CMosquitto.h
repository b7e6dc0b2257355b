// libmosquitto's functions for subscribing and publishing, loaded when the first broker is needed.
//
// libmosquitto is not linked: with OpenSSL it would slow down the start of every run, even without a broker.
// Its binary interface has been stable since 2010 (libmosquitto.so.1).
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A connection to one broker. One thread at a time, except for cm_ring.
typedef struct cm_client cm_client;

// One received message; offsets into cm_bytes.
typedef struct {
  size_t topic, topic_length;
  // CM_PADDING readable bytes follow the payload.
  size_t payload, payload_length;
  bool is_retained;
} cm_message;

enum { CM_PADDING = 64 };

// Loads libmosquitto. Returns NULL on success, else the reason.
const char *cm_load(void);

// Returns NULL without memory or libmosquitto. Unless `is_clean`, the broker keeps messages that arrive while
// this client is disconnected.
cm_client *cm_new(const char *id, bool is_clean);
// Begins anew: no message that was taken is left, and what follows must be set again. False without memory.
bool cm_renew(cm_client *client, const char *id, bool is_clean);
void cm_free(cm_client *client);

// Results are libmosquitto's: 0 for success.
int cm_log_in(cm_client *client, const char *user, const char *password);
// A missing `authorities` means those of the system; a client certificate needs its key.
int cm_use_tls(cm_client *client, const char *authorities, const char *certificate, const char *key);
int cm_set_will(cm_client *client, const char *topic, const char *payload);

// Looks the broker up and starts the connection; waits as long as the system does.
int cm_connect(cm_client *client, const char *host, int port, int keepalive);
int cm_disconnect(cm_client *client);
// Tells the broker that this client disconnects, in any state of the connection.
void cm_hang_up(cm_client *client);
int cm_subscribe(cm_client *client, const char *filter, int qos);
int cm_publish(cm_client *client, const char *topic, const void *payload, size_t length, int qos, bool is_retained);
// Sends a packet without effect, for a broker that would otherwise consider the client gone.
int cm_say_nothing(cm_client *client);
bool cm_matches(const char *filter, const char *topic);

enum { CM_READABLE = 1, CM_WRITABLE = 2, CM_RUNG = 4 };
// Waits until there is something to read or to write, the bell rings, or the timeout in milliseconds has
// passed. Checks for input only if `reads`.
int cm_wait(cm_client *client, bool reads, int milliseconds);
// Waits only for the bell.
void cm_rest(cm_client *client, int milliseconds);
// Rings the bell; any thread may call it.
void cm_ring(cm_client *client);

// Reads what has arrived, up to about `limit` messages.
int cm_read(cm_client *client, size_t limit);
// Sends all waiting output. Nothing is sent without it, neither the packets of other functions nor the
// acknowledgements of what was read.
int cm_write(cm_client *client);
// Pings the broker when that is due.
int cm_keep(cm_client *client);

// Messages since cm_clear, and the bytes that hold them.
size_t cm_count(const cm_client *client);
const cm_message *cm_messages(const cm_client *client);
const uint8_t *cm_bytes(const cm_client *client);
void cm_clear(cm_client *client);

// The broker's answer: -1 before one, else a code of CONNACK.
int cm_answer(const cm_client *client);
// The granted quality of service: -1 before an answer, 128 for a refusal.
int cm_granted(const cm_client *client);
// How many messages of cm_publish the broker has, as far as their quality of service shows.
size_t cm_taken(const cm_client *client);
size_t cm_done(const cm_client *client);
// libmosquitto's first complaint about a connection that the broker has not accepted yet; empty without one.
const char *cm_complaint(const cm_client *client);
// The fault of the broker's certificate: a code X509_V_ERR_… of <openssl/x509_vfy.h>, 0 for none known.
int cm_certificate_fault(const cm_client *client);
// The meaning of a result, in libmosquitto's or the system's words.
const char *cm_words(const cm_client *client, int result);
