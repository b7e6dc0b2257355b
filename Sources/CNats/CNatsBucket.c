#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "library.h"

struct cn_bucket {
  cn_client *client;
  kvStore *store;
};

// Whether a bucket that somebody else may have made forgets its values as it should.
static bool forgets(cn_bucket *bucket, int64_t lifetime) {
  kvStatus *found = NULL;
  const natsStatus status = cn_lib.kvStore_Status(&found, bucket->store);
  if (status != NATS_OK) return cn_failed(bucket->client, status);
  const int64_t kept = cn_lib.kvStatus_TTL(found);
  cn_lib.kvStatus_Destroy(found);
  if (kept == lifetime) return true;
  char text[120];
  snprintf(text, sizeof text, "its values are kept for %.1f s (expected %.1f s): remove the bucket", (double)kept / 1e9,
           (double)lifetime / 1e9);
  return cn_fail(bucket->client, text);
}

cn_bucket *cn_open_bucket(cn_client *client, const char *name, int replicas, int64_t lifetime) {
  cn_bucket *bucket = calloc(1, sizeof *bucket);
  if (!bucket) return NULL;
  bucket->client = client;
  natsStatus status = cn_lib.js_KeyValue(&bucket->store, client->stream, name);
  if (status == NATS_NOT_FOUND) {
    kvConfig config;
    cn_lib.kvConfig_Init(&config);
    config.Bucket = name;
    config.StorageType = js_FileStorage;
    config.Replicas = replicas;
    config.TTL = lifetime;
    status = cn_lib.js_CreateKeyValue(&bucket->store, client->stream, &config);
  }
  if (status != NATS_OK) cn_failed(client, status);
  if (status == NATS_OK && forgets(bucket, lifetime)) return bucket;
  cn_close_bucket(bucket);
  return NULL;
}

void cn_close_bucket(cn_bucket *bucket) {
  if (!bucket) return;
  if (bucket->store) cn_lib.kvStore_Destroy(bucket->store);
  free(bucket);
}

// The number of a value that was written; 0 if that failed.
static uint64_t written(cn_bucket *bucket, natsStatus status, uint64_t revision) {
  if (status == NATS_OK) return revision;
  cn_failed(bucket->client, status);
  return 0;
}

uint64_t cn_create(cn_bucket *bucket, const char *key, const char *value) {
  uint64_t revision = 0;
  const natsStatus status = cn_lib.kvStore_CreateString(&revision, bucket->store, key, value);
  return written(bucket, status, revision);
}

uint64_t cn_update(cn_bucket *bucket, const char *key, const char *value, uint64_t last) {
  uint64_t revision = 0;
  const natsStatus status = cn_lib.kvStore_UpdateString(&revision, bucket->store, key, value, last);
  return written(bucket, status, revision);
}

bool cn_put(cn_bucket *bucket, const char *key, const char *value) {
  uint64_t revision = 0;
  const natsStatus status = cn_lib.kvStore_PutString(&revision, bucket->store, key, value);
  return written(bucket, status, revision) > 0;
}

uint64_t cn_get(cn_bucket *bucket, const char *key, char *value, size_t room) {
  kvEntry *entry = NULL;
  const natsStatus status = cn_lib.kvStore_Get(&entry, bucket->store, key);
  if (status != NATS_OK) return written(bucket, status, 0);
  snprintf(value, room, "%s", cn_lib.kvEntry_ValueString(entry));
  const uint64_t revision = cn_lib.kvEntry_Revision(entry);
  cn_lib.kvEntry_Destroy(entry);
  return revision;
}

void cn_remove(cn_bucket *bucket, const char *key) {
  // Without a server libnats would do it later, when the key may be somebody else's.
  if (cn_is_connected(bucket->client)) (void)cn_lib.kvStore_Delete(bucket->store, key);
}

// Adds a line to a text that grows; false without memory.
static bool add_line(char **text, size_t *used, const char *line) {
  const size_t length = strlen(line);
  char *grown = realloc(*text, *used + length + 2);
  if (!grown) return false;
  *text = grown;
  *used += (size_t)sprintf(grown + *used, "%s\n", line);
  return true;
}

// Reads the keys of a subscription that begins with the last message of each key.
static natsStatus read_keys(natsSubscription *subscription, size_t prefix, char **text, size_t *used) {
  uint64_t waiting = 1;
  while (waiting > 0) {
    natsMsg *message = NULL;
    jsMsgMetaData *meta = NULL;
    const char *operation = NULL;
    natsStatus status = cn_lib.natsSubscription_NextMsg(&message, subscription, 2000);
    if (status == NATS_OK) status = cn_lib.natsMsg_GetMetaData(&meta, message);
    if (status == NATS_OK) waiting = meta->NumPending;
    // A removed key has a last message, too.
    if (status == NATS_OK && cn_lib.natsMsgHeader_Get(message, "KV-Operation", &operation) != NATS_OK
        && !add_line(text, used, cn_lib.natsMsg_GetSubject(message) + prefix))
      status = NATS_NO_MEMORY;
    if (meta) cn_lib.jsMsgMetaData_Destroy(meta);
    cn_lib.natsMsg_Destroy(message);
    if (status != NATS_OK) return status;
  }
  return NATS_OK;
}

// Not by kvStore_Keys, which destroys its subscription while others may write: see cn_end_subscription.
char *cn_keys(cn_bucket *bucket) {
  const char *name = cn_lib.kvStore_Bucket(bucket->store);
  char stream[80], subject[80];
  snprintf(stream, sizeof stream, "KV_%s", name);
  const int prefix = snprintf(subject, sizeof subject, "$KV.%s.>", name) - 1;
  cn_stream extent;
  if (!cn_describe(bucket->client, stream, &extent)) return NULL;
  char *text = calloc(1, 1);
  size_t used = 0;
  if (!text || extent.last < extent.first || extent.last == 0) return text;
  jsSubOptions options = cn_ordered(stream);
  options.Config.DeliverPolicy = js_DeliverLastPerSubject;
  options.Config.HeadersOnly = true;
  natsSubscription *subscription = NULL;
  natsStatus status = cn_subscribe(&subscription, bucket->client, subject, 2000, &options);
  if (status == NATS_OK) {
    status = read_keys(subscription, (size_t)prefix, &text, &used);
    cn_end_subscription(bucket->client, subscription);
  }
  if (status == NATS_OK) return text;
  cn_failed(bucket->client, status);
  free(text);
  return NULL;
}

bool cn_settle(
    cn_client *client, const char *bucket, int replicas, const char *key, const char *value, char *found, size_t room) {
  cn_bucket *opened = cn_open_bucket(client, bucket, replicas, 0);
  if (!opened) return false;
  // Fails when the key is there, whose value is then read.
  (void)cn_create(opened, key, value);
  const bool is_read = cn_get(opened, key, found, room) > 0;
  cn_close_bucket(opened);
  return is_read;
}
