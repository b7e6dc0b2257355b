#include <stdlib.h>
#include <string.h>

#include "library.h"

cn_storing cn_store(
    cn_client *client, const char *subject, const void *data, size_t length, const uint64_t *last, int64_t milliseconds,
    uint64_t *number) {
  jsPubOptions options;
  cn_lib.jsPubOptions_Init(&options);
  options.MaxWait = milliseconds;
  if (last) {
    options.ExpectLastSubjectSeq = *last;
    options.ExpectNoMessage = *last == 0;
  }
  jsPubAck *answer = NULL;
  jsErrCode code = 0;
  const natsStatus status =
      cn_lib.js_Publish(&answer, client->stream, subject, data, (int)length, &options, &code);
  if (status == NATS_OK) {
    *number = answer->Sequence;
    cn_lib.jsPubAck_Destroy(answer);
    return cn_stored;
  }
  cn_failed(client, status);
  switch (code) {
    case JSStreamWrongLastSequenceErr: return cn_overtaken;
    case JSStreamStoreFailedErr:
    case JSStorageResourcesExceededErr:
    case JSInsufficientResourcesErr: return cn_full;
    default: return cn_unstored;
  }
}

bool cn_fetch(cn_client *client, const char *stream, const char *subject, uint64_t number, cn_copy *found) {
  *found = (cn_copy){NULL, 0, 0, 0};
  natsMsg *message = NULL;
  jsErrCode code = 0;
  natsStatus status = NATS_NOT_FOUND;
  if (subject) {
    status = cn_lib.js_GetLastMsg(&message, client->stream, stream, subject, NULL, &code);
  } else {
    // A tenth of the time, but the replica that answers may not have the message yet.
    jsDirectGetMsgOptions direct;
    cn_lib.jsDirectGetMsgOptions_Init(&direct);
    direct.Sequence = number;
    status = cn_lib.js_DirectGetMsg(&message, client->stream, stream, NULL, &direct);
    if (status != NATS_OK) status = cn_lib.js_GetMsg(&message, client->stream, stream, number, NULL, &code);
  }
  if (status != NATS_OK)
    return status == NATS_NOT_FOUND || code == JSNoMessageFoundErr || cn_failed(client, status);
  found->length = (size_t)cn_lib.natsMsg_GetDataLength(message);
  found->number = cn_lib.natsMsg_GetSequence(message);
  found->time = cn_lib.natsMsg_GetTime(message);
  found->data = malloc(found->length + 1);
  if (found->data) memcpy(found->data, cn_lib.natsMsg_GetData(message), found->length);
  cn_lib.natsMsg_Destroy(message);
  return found->data || cn_fail(client, "out of memory");
}

bool cn_purge(cn_client *client, const char *stream, const char *subject, uint64_t first) {
  jsOptions options;
  cn_lib.jsOptions_Init(&options);
  options.Stream.Purge.Subject = subject;
  options.Stream.Purge.Sequence = first;
  const natsStatus status = cn_lib.js_PurgeStream(client->stream, stream, &options, NULL);
  return status == NATS_OK || cn_failed(client, status);
}

int64_t cn_most_bytes(cn_client *client) { return cn_lib.natsConnection_GetMaxPayload(client->connection); }

bool cn_trace(
    cn_client *client, const char *subject, const char *pattern, int64_t milliseconds, char *found, size_t room) {
  found[0] = 0;
  natsSubscription *subscription = NULL;
  natsMsg *sent = NULL, *arrived = NULL;
  natsStatus status = cn_lib.natsConnection_SubscribeSync(&subscription, client->connection, pattern);
  if (status == NATS_OK) status = cn_lib.natsMsg_Create(&sent, subject, NULL, "", 0);
  // A stream refuses what is meant for another one.
  if (status == NATS_OK) status = cn_lib.natsMsgHeader_Set(sent, "Nats-Expected-Stream", "geoscript-doctor");
  if (status == NATS_OK) status = cn_lib.natsConnection_PublishMsg(client->connection, sent);
  if (status == NATS_OK) {
    status = cn_lib.natsSubscription_NextMsg(&arrived, subscription, milliseconds);
    if (status == NATS_OK) snprintf(found, room, "%s", cn_lib.natsMsg_GetSubject(arrived));
    if (status == NATS_TIMEOUT) status = NATS_OK;
  }
  cn_lib.natsMsg_Destroy(sent);
  cn_lib.natsMsg_Destroy(arrived);
  cn_lib.natsSubscription_Destroy(subscription);
  return status == NATS_OK || cn_failed(client, status);
}
