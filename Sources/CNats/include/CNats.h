// libnats' functions for publishing to JetStream, loaded when the first server is needed.
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
