#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "library.h"

struct cn_library cn_lib;

static const char *load_error;

static void load(void) {
#define SYMBOL(name) CL_SYMBOL(cn_lib, name)
  static const cl_symbol symbols[] = {FUNCTIONS(SYMBOL)};
  load_error = CL_LOAD(symbols, "libnats.so.3.4", "libnats.so.3", "libnats.so");
}

const char *cn_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return load_error;
}

bool cn_fail(cn_client *client, const char *text) {
  snprintf(client->fault, sizeof client->fault, "%s", text && text[0] ? text : "unknown fault");
  return false;
}

bool cn_failed(cn_client *client, natsStatus status) {
  // The details are those of this thread's last call.
  natsStatus last = NATS_OK;
  const char *details = cn_lib.nats_GetLastError(&last);
  return cn_fail(client, details && details[0] && last == status ? details : cn_lib.natsStatus_GetText(status));
}

static void on_refused(jsCtx *stream, jsPubAckErr *error, void *closure) {
  (void)stream;
  cn_client *client = closure;
  pthread_mutex_lock(&client->lock);
  if (!client->is_refused) {
    client->is_refused = true;
    const char *text = error->ErrText && error->ErrText[0] ? error->ErrText : cn_lib.natsStatus_GetText(error->Err);
    snprintf(client->refusal, sizeof client->refusal, "%s", text);
  }
  pthread_mutex_unlock(&client->lock);
}

// Of all clients: libnats calls the handler from a thread that may outlive a client.
static _Atomic uint64_t drops;

// libnats would write to standard error. Only what no call tells is kept.
static void on_error(natsConnection *connection, natsSubscription *subscription, natsStatus error, void *closure) {
  (void)connection, (void)subscription, (void)closure;
  if (error == NATS_SLOW_CONSUMER) drops++;
}

uint64_t cn_drops(void) { return drops; }

static natsStatus apply_servers(natsOptions *options, const char *url) {
  char *copy = strdup(url), *rest = NULL;
  const char *servers[16];
  int count = 0;
  if (!copy) return NATS_NO_MEMORY;
  for (char *each = strtok_r(copy, ",", &rest); each && count < 16; each = strtok_r(NULL, ",", &rest))
    servers[count++] = each;
  const natsStatus status = cn_lib.natsOptions_SetServers(options, servers, count);
  free(copy);
  return status;
}

static natsStatus apply(natsOptions *options, const cn_options *given) {
  natsStatus s = apply_servers(options, given->url);
  if (s == NATS_OK && given->name) s = cn_lib.natsOptions_SetName(options, given->name);
  if (s == NATS_OK && given->user) s = cn_lib.natsOptions_SetUserInfo(options, given->user, given->password);
  if (s == NATS_OK && given->token) s = cn_lib.natsOptions_SetToken(options, given->token);
  if (s == NATS_OK && given->credentials)
    s = cn_lib.natsOptions_SetUserCredentialsFromFiles(options, given->credentials, NULL);
  if (s == NATS_OK && given->nkey) s = cn_lib.natsOptions_SetNKeyFromSeed(options, given->nkey, given->nkey_seed);
  if (s == NATS_OK && given->uses_tls) s = cn_lib.natsOptions_SetSecure(options, true);
  if (s == NATS_OK && given->authorities) s = cn_lib.natsOptions_LoadCATrustedCertificates(options, given->authorities);
  if (s == NATS_OK && given->certificate)
    s = cn_lib.natsOptions_LoadCertificatesChain(options, given->certificate, given->key);
  if (s == NATS_OK) s = cn_lib.natsOptions_SetTimeout(options, given->timeout);
  // Goes on connecting for ever, and notices a silent loss within 10 s.
  if (s == NATS_OK) s = cn_lib.natsOptions_SetMaxReconnect(options, -1);
  if (s == NATS_OK) s = cn_lib.natsOptions_SetReconnectWait(options, 500);
  if (s == NATS_OK) s = cn_lib.natsOptions_SetPingInterval(options, 5000);
  if (s == NATS_OK) s = cn_lib.natsOptions_SetMaxPingsOut(options, 1);
  if (s == NATS_OK) s = cn_lib.natsOptions_SetErrorHandler(options, on_error, NULL);
  return s;
}

cn_client *cn_connect(const cn_options *given, char *fault, size_t room) {
  fault[0] = 0;
  cn_client *client = calloc(1, sizeof *client);
  natsOptions *options = NULL;
  if (!client) return NULL;
  pthread_mutex_init(&client->lock, NULL);
  natsStatus status = cn_lib.natsOptions_Create(&options);
  if (status == NATS_OK) status = apply(options, given);
  if (status == NATS_OK) status = cn_lib.natsConnection_Connect(&client->connection, options);
  if (status == NATS_OK) {
    jsOptions js;
    cn_lib.jsOptions_Init(&js);
    js.Wait = given->timeout;
    js.PublishAsync.ErrHandler = on_refused;
    js.PublishAsync.ErrHandlerClosure = client;
    status = cn_lib.natsConnection_JetStream(&client->stream, client->connection, &js);
  }
  cn_lib.natsOptions_Destroy(options);
  if (status == NATS_OK) return client;
  cn_failed(client, status);
  snprintf(fault, room, "%s", client->fault);
  cn_close(client);
  return NULL;
}

static void destroy_ended(cn_client *client) {
  for (int n = 0; n < client->ended_count; n++) cn_lib.natsSubscription_Destroy(client->ended[n]);
  client->ended_count = 0;
}

void cn_end_subscription(cn_client *client, natsSubscription *subscription) {
  // Of a connection that is away, the server forgets the consumer by itself.
  (void)cn_lib.natsSubscription_Unsubscribe(subscription);
  natsSubscription **ended = realloc(client->ended, ((size_t)client->ended_count + 1) * sizeof *ended);
  if (!ended) return;
  client->ended = ended;
  ended[client->ended_count++] = subscription;
  if (cn_lib.natsConnection_FlushTimeout(client->connection, 1000) == NATS_OK) destroy_ended(client);
}

void cn_close(cn_client *client) {
  if (!client) return;
  // This waits for the thread of the connection.
  if (client->connection) cn_lib.natsConnection_Close(client->connection);
  destroy_ended(client);
  free(client->ended);
  if (client->stream) cn_lib.jsCtx_Destroy(client->stream);
  if (client->connection) cn_lib.natsConnection_Destroy(client->connection);
  pthread_mutex_destroy(&client->lock);
  free(client);
}

bool cn_is_connected(const cn_client *client) {
  return cn_lib.natsConnection_Status(client->connection) == NATS_CONN_STATUS_CONNECTED;
}

const char *cn_fault(const cn_client *client) { return client->fault; }

bool cn_make_stream(
    cn_client *client, const char *name, const char *const subjects[], int count, int replicas, int64_t max_age,
    int64_t max_bytes, int64_t duplicates) {
  jsStreamConfig config;
  cn_lib.jsStreamConfig_Init(&config);
  config.Name = name;
  config.Subjects = (const char **)subjects;
  config.SubjectsLen = count;
  config.Storage = js_FileStorage;
  config.Discard = js_DiscardNew;
  config.Replicas = replicas;
  config.MaxAge = max_age;
  config.MaxBytes = max_bytes > 0 ? max_bytes : -1;
  config.Duplicates = duplicates;
  // Who reads a single message gets its bytes, not a text of them.
  config.AllowDirect = true;
  jsErrCode code = 0;
  const natsStatus status = cn_lib.js_AddStream(NULL, client->stream, &config, NULL, &code);
  // A stream that is there with other limits is somebody's decision.
  return status == NATS_OK || code == JSStreamNameExistErr || cn_failed(client, status);
}

bool cn_publish(cn_client *client, const char *subject, const void *data, size_t length, const char *id) {
  jsPubOptions options;
  cn_lib.jsPubOptions_Init(&options);
  options.MsgId = id;
  const natsStatus status = cn_lib.js_PublishAsync(client->stream, subject, data, (int)length, &options);
  return status == NATS_OK || cn_failed(client, status);
}

bool cn_complete(cn_client *client, int64_t milliseconds) {
  jsPubOptions options;
  cn_lib.jsPubOptions_Init(&options);
  options.MaxWait = milliseconds;
  const natsStatus status = cn_lib.js_PublishAsyncComplete(client->stream, &options);
  pthread_mutex_lock(&client->lock);
  const bool is_refused = client->is_refused;
  client->is_refused = false;
  if (is_refused) cn_fail(client, client->refusal);
  pthread_mutex_unlock(&client->lock);
  if (status != NATS_OK) {
    // They are sent again by those who had sent them: the library must not keep them.
    natsMsgList rest = {NULL, 0};
    if (cn_lib.js_PublishAsyncGetPendingList(&rest, client->stream) == NATS_OK) cn_lib.natsMsgList_Destroy(&rest);
    if (!is_refused) cn_failed(client, status);
  }
  return status == NATS_OK && !is_refused;
}

bool cn_has_stream(cn_client *client, const char *stream, bool *has) {
  jsStreamInfo *info = NULL;
  jsErrCode code = 0;
  const natsStatus status = cn_lib.js_GetStreamInfo(&info, client->stream, stream, NULL, &code);
  cn_lib.jsStreamInfo_Destroy(info);
  *has = status == NATS_OK;
  return *has || code == JSStreamNotFoundErr || cn_failed(client, status);
}

bool cn_describe(cn_client *client, const char *stream, cn_stream *found) {
  jsStreamInfo *info = NULL;
  const natsStatus status = cn_lib.js_GetStreamInfo(&info, client->stream, stream, NULL, NULL);
  if (status != NATS_OK) return cn_failed(client, status);
  *found = (cn_stream){.created = info->Created, .first = info->State.FirstSeq, .last = info->State.LastSeq};
  cn_lib.jsStreamInfo_Destroy(info);
  return true;
}
