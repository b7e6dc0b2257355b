// libmosquitto's part that hears and tells, loaded when the first broker is asked for.
//
// libmosquitto is not linked: with OpenSSL it would add to the start of every run, also of those that need no broker.
// Its functions have kept their binary interface since 2010 (libmosquitto.so.1).
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A connection to one broker. One thread at a time, but for cm_ring.
typedef struct cm_client cm_client;

// What came with one message; offsets into cm_bytes.
typedef struct {
  size_t topic, topic_length;
  // CM_PADDING readable bytes follow the payload.
  size_t payload, payload_length;
  bool is_retained;
} cm_message;

enum { CM_PADDING = 64 };

// Loads libmosquitto. Returns NULL when it is there, else why not.
const char *cm_load(void);

// Returns NULL without memory or libmosquitto. The broker keeps what comes while nobody listens unless `is_clean`.
cm_client *cm_new(const char *id, bool is_clean);
void cm_free(cm_client *client);

// Results are libmosquitto's: 0 for success.
int cm_log_in(cm_client *client, const char *user, const char *password);
// A missing `authorities` stands for those of the system; a certificate of one's own needs its key.
int cm_use_tls(cm_client *client, const char *authorities, const char *certificate, const char *key);
int cm_set_will(cm_client *client, const char *topic, const char *payload);

// Looks the broker up and begins to speak; waits as long as the system does.
int cm_connect(cm_client *client, const char *host, int port, int keepalive);
int cm_disconnect(cm_client *client);
// Lets the broker know that nothing more comes, however far the connection has got.
void cm_hang_up(cm_client *client);
int cm_subscribe(cm_client *client, const char *filter, int qos);
int cm_publish(cm_client *client, const char *topic, const void *payload, size_t length, int qos, bool is_retained);
// Says something that means nothing, for a broker that would else think that we are gone.
int cm_say_nothing(cm_client *client);
bool cm_matches(const char *filter, const char *topic);

enum { CM_READABLE = 1, CM_WRITABLE = 2, CM_RUNG = 4 };
// Waits until there is something to read or to write, the bell rings, or so many milliseconds have passed. Does not
// look for what can be read unless `reads`.
int cm_wait(cm_client *client, bool reads, int milliseconds);
// Waits for the bell only.
void cm_rest(cm_client *client, int milliseconds);
// Rings the bell, on any thread.
void cm_ring(cm_client *client);

// Takes what has come, up to about so many messages.
int cm_read(cm_client *client, size_t limit);
// Sends what waits: nothing goes out without it, neither what the other functions say nor the acknowledgements of what
// was read.
int cm_write(cm_client *client);
// Pings the broker when that is due.
int cm_keep(cm_client *client);

// Messages since cm_clear, and the bytes that they are in.
size_t cm_count(const cm_client *client);
const cm_message *cm_messages(const cm_client *client);
const uint8_t *cm_bytes(const cm_client *client);
void cm_clear(cm_client *client);

// What the broker has answered: -1 nothing yet, else a code of CONNACK.
int cm_answer(const cm_client *client);
// The quality that was granted: -1 nothing yet, 128 for a refusal.
int cm_granted(const cm_client *client);
// How many of the messages that cm_publish took the broker has, as far as their quality tells.
size_t cm_taken(const cm_client *client);
size_t cm_done(const cm_client *client);
// libmosquitto's first complaint of a connection that the broker has not taken yet; empty for none.
const char *cm_complaint(const cm_client *client);
// What is wrong with the broker's certificate: a code X509_V_ERR_… of <openssl/x509_vfy.h>, 0 for nothing known.
int cm_certificate_fault(const cm_client *client);
// What a result means, in libmosquitto's words or the system's.
const char *cm_words(const cm_client *client, int result);
