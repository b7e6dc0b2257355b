// Reading a stream in its order, and the marks that its clients send each other.
#include <stdlib.h>
#include <string.h>

#include "library.h"

// The header of what cn_send has written.
static const char *const mark_header = "Geoscript-Mark";

bool cn_send(cn_client *client, const char *subject, const char *mark) {
  natsMsg *message = NULL;
  natsStatus status = cn_lib.natsMsg_Create(&message, subject, NULL, "", 0);
  if (status == NATS_OK) status = cn_lib.natsMsgHeader_Set(message, mark_header, mark);
  if (status == NATS_OK) status = cn_lib.natsConnection_PublishMsg(client->connection, message);
  cn_lib.natsMsg_Destroy(message);
  return status == NATS_OK || cn_failed(client, status);
}

jsSubOptions cn_ordered(const char *stream) {
  jsSubOptions options;
  cn_lib.jsSubOptions_Init(&options);
  options.Stream = stream;
  options.Ordered = true;
  return options;
}

natsStatus cn_subscribe(
    natsSubscription **subscription, cn_client *client, const char *subject, int64_t wait, jsSubOptions *options) {
  jsOptions patience;
  cn_lib.jsOptions_Init(&patience);
  patience.Wait = wait;
  return cn_lib.js_SubscribeSync(subscription, client->stream, subject, &patience, options, NULL);
}

struct cn_reader {
  cn_client *client;
  natsSubscription *subscription;
};

cn_reader *cn_read(
    cn_client *client, const char *stream, const char *subject, uint64_t first, int64_t heartbeat, int64_t wait) {
  cn_reader *reader = calloc(1, sizeof *reader);
  if (!reader) return NULL;
  reader->client = client;
  jsSubOptions options = cn_ordered(stream);
  options.Config.DeliverPolicy = js_DeliverByStartSequence;
  options.Config.OptStartSeq = first;
  options.Config.Heartbeat = heartbeat;
  const natsStatus status = cn_subscribe(&reader->subscription, client, subject, wait, &options);
  if (status == NATS_OK) return reader;
  cn_failed(client, status);
  free(reader);
  return NULL;
}

void cn_close_reader(cn_reader *reader) {
  if (!reader) return;
  cn_end_subscription(reader->client, reader->subscription);
  free(reader);
}

int cn_queued(cn_reader *reader) {
  int messages = 0, bytes = 0;
  return cn_lib.natsSubscription_GetPending(reader->subscription, &messages, &bytes) == NATS_OK ? messages : 0;
}

// The partition of `p.5.fix.…` and the byte after `p.5.`; -1 for another subject.
static int32_t partition_of(const char *subject, char *kind) {
  *kind = 0;
  if (subject[0] != 'p' || subject[1] != '.') return -1;
  int32_t number = 0;
  const char *next = subject + 2;
  for (; *next >= '0' && *next <= '9' && number < 1 << 20; next++) number = number * 10 + (*next - '0');
  if (next == subject + 2 || next[0] != '.' || !next[1]) return -1;
  *kind = next[1];
  return number;
}

// Reads `$JS.ACK.STREAM.CONSUMER.DELIVERED.SEQUENCE.NUMBER.TIME.WAITING`. Later servers may write more tokens: libnats reads
// those, with three copies for each message.
static bool read_place(const char *reply, cn_message *found) {
  if (!reply || strncmp(reply, "$JS.ACK.", 8) != 0) return false;
  const char *token[16] = {reply};
  int count = 1;
  for (const char *next = reply; *next; next++) {
    if (*next != '.') continue;
    if (count == 16) return false;
    token[count++] = next + 1;
  }
  if (count != 9) return false;
  found->sequence = strtoull(token[5], NULL, 10);
  found->time = strtoll(token[7], NULL, 10);
  found->waiting = strtoull(token[8], NULL, 10);
  return found->sequence > 0;
}

static natsStatus read_meta(natsMsg *message, cn_message *found) {
  jsMsgMetaData *meta = NULL;
  const natsStatus status = cn_lib.natsMsg_GetMetaData(&meta, message);
  if (status != NATS_OK) return status;
  found->sequence = meta->Sequence.Stream;
  found->time = meta->Timestamp;
  found->waiting = meta->NumPending;
  cn_lib.jsMsgMetaData_Destroy(meta);
  return NATS_OK;
}

cn_outcome cn_next(cn_reader *reader, cn_message *found) {
  natsMsg *message = NULL;
  const natsStatus status = cn_lib.natsSubscription_NextMsg(&message, reader->subscription, 0);
  if (status == NATS_TIMEOUT) return cn_nothing;
  *found = (cn_message){.owner = message};
  natsStatus outcome = status;
  if (status == NATS_OK && !read_place(cn_lib.natsMsg_GetReply(message), found)) outcome = read_meta(message, found);
  if (outcome != NATS_OK) {
    cn_release(message);
    cn_failed(reader->client, outcome);
    return cn_ended;
  }
  found->partition = partition_of(cn_lib.natsMsg_GetSubject(message), &found->kind);
  found->data = cn_lib.natsMsg_GetData(message);
  found->length = (size_t)cn_lib.natsMsg_GetDataLength(message);
  if (found->kind == 't' && cn_lib.natsMsgHeader_Get(message, mark_header, &found->mark) != NATS_OK) found->mark = NULL;
  return cn_found;
}

void cn_release(void *owner) { cn_lib.natsMsg_Destroy(owner); }
