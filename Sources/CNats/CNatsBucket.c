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

char *cn_keys(cn_bucket *bucket) {
  kvKeysList list = {NULL, 0};
  kvWatchOptions options;
  cn_lib.kvWatchOptions_Init(&options);
  options.Timeout = 2000;
  const natsStatus status = cn_lib.kvStore_Keys(&list, bucket->store, &options);
  if (status != NATS_OK && status != NATS_NOT_FOUND) {
    cn_failed(bucket->client, status);
    return NULL;
  }
  size_t room = 1;
  for (int n = 0; n < list.Count; n++) room += strlen(list.Keys[n]) + 1;
  char *text = calloc(1, room), *end = text;
  for (int n = 0; text && n < list.Count; n++) end += sprintf(end, "%s\n", list.Keys[n]);
  cn_lib.kvKeysList_Destroy(&list);
  return text;
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
