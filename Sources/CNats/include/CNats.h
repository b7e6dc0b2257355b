// libnats' functions for publishing to JetStream and reading from it, loaded when the first server is needed.
//
// libnats is not linked: with OpenSSL it would slow down the start of every run, even without a server.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A connection to a server or a cluster. One thread at a time, except for cn_is_connected.
typedef struct cn_client cn_client;

// NULL stands for «not given»; times are in milliseconds.
typedef struct {
  const char *url;          // nats://host:port,nats://host:port
  const char *name;         // of this client, for the server's lists
  const char *user, *password, *token;
  const char *credentials;  // a file with JWT and seed
  const char *nkey_seed;    // a file with a seed
  const char *nkey;         // its public key
  bool uses_tls;
  const char *authorities, *certificate, *key;
  int timeout;
} cn_options;

// Loads libnats. Returns NULL on success, else the reason.
const char *cn_load(void);

// Connects, and goes on connecting after a loss. Returns NULL and writes why when that fails.
cn_client *cn_connect(const cn_options *options, char *fault, size_t room);
void cn_close(cn_client *client);
// Whether there is a connection now; any thread may call it.
bool cn_is_connected(const cn_client *client);
// Why the last call failed, in the server's or the library's words.
const char *cn_fault(const cn_client *client);

// Makes a stream in files that discards new messages when it is full; times in nanoseconds, 0 for no limit.
// Returns whether it is there; one that was made before keeps its limits.
bool cn_make_stream(
    cn_client *client, const char *name, const char *const subjects[], int count, int replicas, int64_t max_age,
    int64_t max_bytes, int64_t duplicates);

// Puts a value under a key of a bucket, making the bucket, unless the key has one. Writes the value that is there
// then, cut to `room`. Returns whether that could be told.
bool cn_settle(
    cn_client *client, const char *bucket, int replicas, const char *key, const char *value, char *found, size_t room);

// Sends a message; its acknowledgement comes with cn_complete. Returns whether it is on its way.
bool cn_publish(cn_client *client, const char *subject, const void *data, size_t length, const char *id);
// Waits until the stream has all messages sent since the last call; false when it has not, or not in time.
bool cn_complete(cn_client *client, int64_t milliseconds);

// What a stream is: when it was made, in nanoseconds since 1970, and its first and last messages.
typedef struct {
  int64_t created;
  uint64_t first, last;
} cn_stream;

// Whether a stream is there. Returns whether the server could tell.
bool cn_has_stream(cn_client *client, const char *stream, bool *has);
// Describes a stream. Returns whether the server could tell.
bool cn_describe(cn_client *client, const char *stream, cn_stream *found);
// Sends a message without data and does not wait. Its reader gets the mark. Returns whether it is on its way.
bool cn_send(cn_client *client, const char *subject, const char *mark);

// Sends a message that no stream stores, and writes under which subject it arrives among those of a pattern: a server may
// map subjects. Writes nothing if it does not arrive in time. Returns whether it could be sent.
bool cn_trace(
    cn_client *client, const char *subject, const char *pattern, int64_t milliseconds, char *found, size_t room);

// What became of a message: it is stored; somebody has written to its subject since `last`; there is no room; or it is
// unknown, and may still be stored.
typedef enum { cn_stored, cn_overtaken, cn_full, cn_unstored } cn_storing;

// Stores a message and waits for its number. With `last`, only if the last message of its subject has that number, 0 for
// none.
cn_storing cn_store(
    cn_client *client, const char *subject, const void *data, size_t length, const uint64_t *last, int64_t milliseconds,
    uint64_t *number);

// A copy of a message, whose data are to be freed; NULL without one. `time` in nanoseconds.
typedef struct {
  void *data;
  size_t length;
  uint64_t number;
  int64_t time;
} cn_copy;

// Reads the last message of a subject, which may have wildcards, or, without one, the message of a number. Returns
// whether the server could tell.
bool cn_fetch(cn_client *client, const char *stream, const char *subject, uint64_t number, cn_copy *found);
// Removes the messages of a subject before a number.
bool cn_purge(cn_client *client, const char *stream, const char *subject, uint64_t first);
// The most bytes that the server takes in a message.
int64_t cn_most_bytes(cn_client *client);

// Reads the messages of a subject in their order: an ordered consumer, which begins again by itself after a gap or a
// loss. The thread of its client.
typedef struct cn_reader cn_reader;

// A message, until it is released; `time` in nanoseconds since 1970, `waiting` behind it.
typedef struct {
  void *owner;
  // Of the subject `p.5.fix.…`; -1 for another one. `kind` is the byte after `p.5.`.
  int32_t partition;
  char kind;
  const void *data;
  size_t length;
  uint64_t sequence;
  int64_t time;
  uint64_t waiting;
  // That of cn_send, of the subject `p.5.tick`; else NULL.
  const char *mark;
} cn_message;

typedef enum { cn_nothing, cn_found, cn_ended } cn_outcome;

// Begins with the message `first`; `heartbeat` in nanoseconds, and `wait` in milliseconds for the server's answer. libnats
// begins again when no heartbeat has come for twice that time, also while it still waits for the answer. Returns NULL when
// that fails.
cn_reader *cn_read(
    cn_client *client, const char *stream, const char *subject, uint64_t first, int64_t heartbeat, int64_t wait);
void cn_close_reader(cn_reader *reader);
// How many messages have come that were not taken yet.
int cn_queued(cn_reader *reader);
// How often readers of this process were so full that libnats began to drop messages; any thread may call it. They come
// again: the reader begins again after the gap.
uint64_t cn_drops(void);
// Takes the next message if it is there, without waiting. A reader that has ended must be closed.
cn_outcome cn_next(cn_reader *reader, cn_message *found);
void cn_release(void *owner);

// A bucket of keys and values, each of which ends after a time.
typedef struct cn_bucket cn_bucket;

// Makes the bucket if it is missing; `lifetime` of values in nanoseconds. NULL when that fails, and for a bucket with
// another lifetime.
cn_bucket *cn_open_bucket(cn_client *client, const char *name, int replicas, int64_t lifetime);
void cn_close_bucket(cn_bucket *bucket);
// Writes a value: under a new key, after the value of that number, or whatever is there. Returns its number, 0 if that
// failed.
uint64_t cn_create(cn_bucket *bucket, const char *key, const char *value);
uint64_t cn_update(cn_bucket *bucket, const char *key, const char *value, uint64_t last);
bool cn_put(cn_bucket *bucket, const char *key, const char *value);
// Reads a value, cut to `room`. Returns its number, 0 without one.
uint64_t cn_get(cn_bucket *bucket, const char *key, char *value, size_t room);
void cn_remove(cn_bucket *bucket, const char *key);
// All keys with a value, each with a line's end, to be freed; NULL if the server does not answer.
char *cn_keys(cn_bucket *bucket);
