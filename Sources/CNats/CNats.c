#include "CNats.h"

#include <nats/nats.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "CLoader.h"

#define FUNCTIONS(X)                                                                                                 \
  X(natsOptions_Create) X(natsOptions_Destroy) X(natsOptions_SetServers) X(natsOptions_SetName)        \
  X(natsOptions_SetUserInfo) X(natsOptions_SetToken) X(natsOptions_SetUserCredentialsFromFiles)                      \
  X(natsOptions_SetNKeyFromSeed) X(natsOptions_SetSecure) X(natsOptions_LoadCATrustedCertificates)                   \
  X(natsOptions_LoadCertificatesChain) X(natsOptions_SetTimeout) X(natsOptions_SetMaxReconnect)                      \
  X(natsOptions_SetReconnectWait) X(natsOptions_SetErrorHandler) X(natsOptions_SetPingInterval)                      \
  X(natsOptions_SetMaxPingsOut) X(natsConnection_Connect) X(natsConnection_Close) X(natsConnection_Destroy)          \
  X(natsConnection_Status) X(natsConnection_JetStream) X(jsCtx_Destroy) X(jsOptions_Init) X(jsPubOptions_Init)       \
  X(jsStreamConfig_Init) X(js_AddStream) X(js_PublishAsync) X(js_PublishAsyncComplete)                               \
  X(js_PublishAsyncGetPendingList) X(natsMsgList_Destroy) X(kvConfig_Init) X(js_CreateKeyValue) X(js_KeyValue)       \
  X(kvStore_CreateString) X(kvStore_Get) X(kvStore_Destroy) X(kvEntry_ValueString) X(kvEntry_Destroy)                \
  X(natsStatus_GetText) X(nats_GetLastError) X(jsSubOptions_Init) X(js_SubscribeSync) X(natsSubscription_NextMsg)     \
  X(natsSubscription_Unsubscribe) X(natsSubscription_Destroy) X(natsMsg_GetMetaData) X(jsMsgMetaData_Destroy)        \
  X(natsMsg_GetSubject) X(natsMsg_GetData) X(natsMsg_GetDataLength) X(natsMsg_Destroy) X(js_GetStreamInfo)           \
  X(jsStreamInfo_Destroy) X(natsConnection_Publish)

static struct {
  FUNCTIONS(CL_POINTER)
} lib;

static const char *load_error;

static void load(void) {
#define SYMBOL(name) CL_SYMBOL(lib, name)
  static const cl_symbol symbols[] = {FUNCTIONS(SYMBOL)};
  load_error = CL_LOAD(symbols, "libnats.so.3.4", "libnats.so.3", "libnats.so");
}

const char *cn_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return load_error;
}

struct cn_client {
  natsConnection *connection;
  jsCtx *stream;
  // The first refusal of a message since the last cn_complete; libnats' threads write it.
  pthread_mutex_t lock;
  bool is_refused;
  char refusal[256];
  char fault[256];
};

static bool fail(cn_client *client, const char *text) {
  snprintf(client->fault, sizeof client->fault, "%s", text && text[0] ? text : "unknown fault");
  return false;
}

static bool failed(cn_client *client, natsStatus status) {
  // The details are those of this thread's last call.
  natsStatus last = NATS_OK;
  const char *details = lib.nats_GetLastError(&last);
  return fail(client, details && details[0] && last == status ? details : lib.natsStatus_GetText(status));
}

static void on_refused(jsCtx *stream, jsPubAckErr *error, void *closure) {
  (void)stream;
  cn_client *client = closure;
  pthread_mutex_lock(&client->lock);
  if (!client->is_refused) {
    client->is_refused = true;
    const char *text = error->ErrText && error->ErrText[0] ? error->ErrText : lib.natsStatus_GetText(error->Err);
    snprintf(client->refusal, sizeof client->refusal, "%s", text);
  }
  pthread_mutex_unlock(&client->lock);
}

// libnats would write to standard error; what matters comes with the calls.
static void on_error(natsConnection *connection, natsSubscription *subscription, natsStatus error, void *closure) {
  (void)connection, (void)subscription, (void)error, (void)closure;
}

static natsStatus apply_servers(natsOptions *options, const char *url) {
  char *copy = strdup(url), *rest = NULL;
  const char *servers[16];
  int count = 0;
  if (!copy) return NATS_NO_MEMORY;
  for (char *each = strtok_r(copy, ",", &rest); each && count < 16; each = strtok_r(NULL, ",", &rest))
    servers[count++] = each;
  const natsStatus status = lib.natsOptions_SetServers(options, servers, count);
  free(copy);
  return status;
}

static natsStatus apply(natsOptions *options, const cn_options *given) {
  natsStatus s = apply_servers(options, given->url);
  if (s == NATS_OK && given->name) s = lib.natsOptions_SetName(options, given->name);
  if (s == NATS_OK && given->user) s = lib.natsOptions_SetUserInfo(options, given->user, given->password);
  if (s == NATS_OK && given->token) s = lib.natsOptions_SetToken(options, given->token);
  if (s == NATS_OK && given->credentials)
    s = lib.natsOptions_SetUserCredentialsFromFiles(options, given->credentials, NULL);
  if (s == NATS_OK && given->nkey) s = lib.natsOptions_SetNKeyFromSeed(options, given->nkey, given->nkey_seed);
  if (s == NATS_OK && given->uses_tls) s = lib.natsOptions_SetSecure(options, true);
  if (s == NATS_OK && given->authorities) s = lib.natsOptions_LoadCATrustedCertificates(options, given->authorities);
  if (s == NATS_OK && given->certificate)
    s = lib.natsOptions_LoadCertificatesChain(options, given->certificate, given->key);
  if (s == NATS_OK) s = lib.natsOptions_SetTimeout(options, given->timeout);
  // Goes on connecting for ever, and notices a silent loss within 10 s.
  if (s == NATS_OK) s = lib.natsOptions_SetMaxReconnect(options, -1);
  if (s == NATS_OK) s = lib.natsOptions_SetReconnectWait(options, 500);
  if (s == NATS_OK) s = lib.natsOptions_SetPingInterval(options, 5000);
  if (s == NATS_OK) s = lib.natsOptions_SetMaxPingsOut(options, 1);
  if (s == NATS_OK) s = lib.natsOptions_SetErrorHandler(options, on_error, NULL);
  return s;
}

cn_client *cn_connect(const cn_options *given, char *fault, size_t room) {
  fault[0] = 0;
  cn_client *client = calloc(1, sizeof *client);
  natsOptions *options = NULL;
  if (!client) return NULL;
  pthread_mutex_init(&client->lock, NULL);
  natsStatus status = lib.natsOptions_Create(&options);
  if (status == NATS_OK) status = apply(options, given);
  if (status == NATS_OK) status = lib.natsConnection_Connect(&client->connection, options);
  if (status == NATS_OK) {
    jsOptions js;
    lib.jsOptions_Init(&js);
    js.Wait = given->timeout;
    js.PublishAsync.ErrHandler = on_refused;
    js.PublishAsync.ErrHandlerClosure = client;
    status = lib.natsConnection_JetStream(&client->stream, client->connection, &js);
  }
  lib.natsOptions_Destroy(options);
  if (status == NATS_OK) return client;
  failed(client, status);
  snprintf(fault, room, "%s", client->fault);
  cn_close(client);
  return NULL;
}

void cn_close(cn_client *client) {
  if (!client) return;
  if (client->connection) lib.natsConnection_Close(client->connection);
  if (client->stream) lib.jsCtx_Destroy(client->stream);
  if (client->connection) lib.natsConnection_Destroy(client->connection);
  pthread_mutex_destroy(&client->lock);
  free(client);
}

bool cn_is_connected(const cn_client *client) {
  return lib.natsConnection_Status(client->connection) == NATS_CONN_STATUS_CONNECTED;
}

const char *cn_fault(const cn_client *client) { return client->fault; }

bool cn_make_stream(
    cn_client *client, const char *name, const char *const subjects[], int count, int replicas, int64_t max_age,
    int64_t max_bytes, int64_t duplicates) {
  jsStreamConfig config;
  lib.jsStreamConfig_Init(&config);
  config.Name = name;
  config.Subjects = (const char **)subjects;
  config.SubjectsLen = count;
  config.Storage = js_FileStorage;
  config.Discard = js_DiscardNew;
  config.Replicas = replicas;
  config.MaxAge = max_age;
  config.MaxBytes = max_bytes > 0 ? max_bytes : -1;
  config.Duplicates = duplicates;
  jsErrCode code = 0;
  const natsStatus status = lib.js_AddStream(NULL, client->stream, &config, NULL, &code);
  // A stream that is there with other limits is somebody's decision.
  return status == NATS_OK || code == JSStreamNameExistErr || failed(client, status);
}

static bool read_value(cn_client *client, kvStore *store, const char *key, char *found, size_t room) {
  kvEntry *entry = NULL;
  const natsStatus status = lib.kvStore_Get(&entry, store, key);
  if (status != NATS_OK) return failed(client, status);
  snprintf(found, room, "%s", lib.kvEntry_ValueString(entry));
  lib.kvEntry_Destroy(entry);
  return true;
}

bool cn_settle(
    cn_client *client, const char *bucket, int replicas, const char *key, const char *value, char *found, size_t room) {
  kvStore *store = NULL;
  natsStatus status = lib.js_KeyValue(&store, client->stream, bucket);
  if (status == NATS_NOT_FOUND) {
    kvConfig config;
    lib.kvConfig_Init(&config);
    config.Bucket = bucket;
    config.StorageType = js_FileStorage;
    config.Replicas = replicas;
    status = lib.js_CreateKeyValue(&store, client->stream, &config);
  }
  if (status != NATS_OK) return failed(client, status);
  uint64_t revision = 0;
  // Fails when the key is there, whose value is then read.
  (void)lib.kvStore_CreateString(&revision, store, key, value);
  const bool is_read = read_value(client, store, key, found, room);
  lib.kvStore_Destroy(store);
  return is_read;
}

bool cn_publish(cn_client *client, const char *subject, const void *data, size_t length, const char *id) {
  jsPubOptions options;
  lib.jsPubOptions_Init(&options);
  options.MsgId = id;
  const natsStatus status = lib.js_PublishAsync(client->stream, subject, data, (int)length, &options);
  return status == NATS_OK || failed(client, status);
}

bool cn_complete(cn_client *client, int64_t milliseconds) {
  jsPubOptions options;
  lib.jsPubOptions_Init(&options);
  options.MaxWait = milliseconds;
  const natsStatus status = lib.js_PublishAsyncComplete(client->stream, &options);
  pthread_mutex_lock(&client->lock);
  const bool is_refused = client->is_refused;
  client->is_refused = false;
  if (is_refused) fail(client, client->refusal);
  pthread_mutex_unlock(&client->lock);
  if (status != NATS_OK) {
    // They are sent again by those who had sent them: the library must not keep them.
    natsMsgList rest = {NULL, 0};
    if (lib.js_PublishAsyncGetPendingList(&rest, client->stream) == NATS_OK) lib.natsMsgList_Destroy(&rest);
    if (!is_refused) failed(client, status);
  }
  return status == NATS_OK && !is_refused;
}

bool cn_describe(cn_client *client, const char *stream, cn_stream *found) {
  jsStreamInfo *info = NULL;
  const natsStatus status = lib.js_GetStreamInfo(&info, client->stream, stream, NULL, NULL);
  if (status != NATS_OK) return failed(client, status);
  *found = (cn_stream){.created = info->Created, .first = info->State.FirstSeq, .last = info->State.LastSeq};
  lib.jsStreamInfo_Destroy(info);
  return true;
}

bool cn_send(cn_client *client, const char *subject) {
  const natsStatus status = lib.natsConnection_Publish(client->connection, subject, NULL, 0);
  return status == NATS_OK || failed(client, status);
}

struct cn_reader {
  cn_client *client;
  natsSubscription *subscription;
  natsMsg *message;
};

cn_reader *cn_read(cn_client *client, const char *stream, const char *subject, uint64_t first, int64_t heartbeat) {
  cn_reader *reader = calloc(1, sizeof *reader);
  if (!reader) return NULL;
  reader->client = client;
  jsSubOptions options;
  lib.jsSubOptions_Init(&options);
  options.Stream = stream;
  options.Ordered = true;
  options.Config.DeliverPolicy = js_DeliverByStartSequence;
  options.Config.OptStartSeq = first;
  options.Config.Heartbeat = heartbeat;
  const natsStatus status =
      lib.js_SubscribeSync(&reader->subscription, client->stream, subject, NULL, &options, NULL);
  if (status == NATS_OK) return reader;
  failed(client, status);
  free(reader);
  return NULL;
}

void cn_close_reader(cn_reader *reader) {
  if (!reader) return;
  lib.natsMsg_Destroy(reader->message);
  // Of a connection that is away, the server forgets the consumer by itself.
  (void)lib.natsSubscription_Unsubscribe(reader->subscription);
  lib.natsSubscription_Destroy(reader->subscription);
  free(reader);
}

cn_outcome cn_next(cn_reader *reader, cn_message *found) {
  lib.natsMsg_Destroy(reader->message);
  reader->message = NULL;
  const natsStatus status = lib.natsSubscription_NextMsg(&reader->message, reader->subscription, 0);
  if (status == NATS_TIMEOUT) return cn_nothing;
  jsMsgMetaData *meta = NULL;
  const natsStatus outcome = status == NATS_OK ? lib.natsMsg_GetMetaData(&meta, reader->message) : status;
  if (outcome != NATS_OK) {
    failed(reader->client, outcome);
    return cn_ended;
  }
  *found = (cn_message){
      .subject = lib.natsMsg_GetSubject(reader->message),
      .data = lib.natsMsg_GetData(reader->message),
      .length = (size_t)lib.natsMsg_GetDataLength(reader->message),
      .sequence = meta->Sequence.Stream,
      .time = meta->Timestamp,
      .waiting = meta->NumPending,
  };
  lib.jsMsgMetaData_Destroy(meta);
  return cn_found;
}
