// libnats as it was loaded, and the client, for the files of this folder.
#pragma once
#include <nats/nats.h>
#include <pthread.h>

#include "CLoader.h"
#include "CNats.h"

#define FUNCTIONS(X)                                                                                                 \
  X(natsOptions_Create) X(natsOptions_Destroy) X(natsOptions_SetServers) X(natsOptions_SetName)                      \
  X(natsOptions_SetUserInfo) X(natsOptions_SetToken) X(natsOptions_SetUserCredentialsFromFiles)                      \
  X(natsOptions_SetNKeyFromSeed) X(natsOptions_SetSecure) X(natsOptions_LoadCATrustedCertificates)                   \
  X(natsOptions_LoadCertificatesChain) X(natsOptions_SetTimeout) X(natsOptions_SetMaxReconnect)                      \
  X(natsOptions_SetReconnectWait) X(natsOptions_SetErrorHandler) X(natsOptions_SetPingInterval)                      \
  X(natsOptions_SetMaxPingsOut) X(natsConnection_Connect) X(natsConnection_Close) X(natsConnection_Destroy)          \
  X(natsConnection_Status) X(natsConnection_JetStream) X(jsCtx_Destroy) X(jsOptions_Init) X(jsPubOptions_Init)       \
  X(jsStreamConfig_Init) X(js_AddStream) X(js_PublishAsync) X(js_PublishAsyncComplete)                               \
  X(js_PublishAsyncGetPendingList) X(natsMsgList_Destroy) X(kvConfig_Init) X(js_CreateKeyValue) X(js_KeyValue)       \
  X(kvStore_CreateString) X(kvStore_Get) X(kvStore_Destroy) X(kvEntry_ValueString) X(kvEntry_Destroy)                \
  X(natsStatus_GetText) X(nats_GetLastError) X(jsSubOptions_Init) X(js_SubscribeSync) X(natsSubscription_NextMsg)    \
  X(natsSubscription_Unsubscribe) X(natsSubscription_Destroy) X(natsMsg_GetMetaData) X(jsMsgMetaData_Destroy)        \
  X(natsMsg_GetSubject) X(natsMsg_GetData) X(natsMsg_GetDataLength) X(natsMsg_Destroy) X(js_GetStreamInfo)           \
  X(jsStreamInfo_Destroy) X(kvStore_UpdateString) X(kvStore_PutString)                     \
  X(kvStore_Delete) X(kvStore_Bucket) X(kvEntry_Revision)                 \
  X(kvStore_Status) X(kvStatus_TTL) X(kvStatus_Destroy) X(natsSubscription_GetPending) X(js_Publish)                 \
  X(jsPubAck_Destroy) X(js_GetMsg) X(js_GetLastMsg) X(js_PurgeStream) X(natsMsg_GetSequence)                         \
  X(natsMsg_GetTime) X(natsMsgHeader_Get) X(natsConnection_FlushTimeout)                                             \
  X(natsConnection_GetMaxPayload) X(js_DirectGetMsg) X(jsDirectGetMsgOptions_Init) X(natsMsg_GetReply)          \
  X(natsConnection_SubscribeSync) X(natsMsg_Create) X(natsMsgHeader_Set) X(natsConnection_PublishMsg)

struct cn_library {
  FUNCTIONS(CL_POINTER)
};
extern struct cn_library cn_lib;

struct cn_client {
  natsConnection *connection;
  jsCtx *stream;
  // The first refusal of a message since the last cn_complete; libnats' threads write it.
  pthread_mutex_t lock;
  bool is_refused;
  char refusal[256];
  // Subscriptions that are to be destroyed; the thread of the client.
  natsSubscription **ended;
  int ended_count;
  char fault[256];
};

// What a subscription to a stream in its order asks for; the caller says where it begins.
jsSubOptions cn_ordered(const char *stream);
// Subscribes, and waits milliseconds for the server.
natsStatus cn_subscribe(
    natsSubscription **subscription, cn_client *client, const char *subject, int64_t wait, jsSubOptions *options);

// Ends a subscription. Before 3.6, libnats crashes if it destroys one of which its thread handles a message just then
// (nats.c #637). That thread is past it once the server has answered a ping; without an answer, the subscription waits for
// the next one or for the end of the connection. The thread of the client.
void cn_end_subscription(cn_client *client, natsSubscription *subscription);

// Notes why a call failed; returns false.
bool cn_fail(cn_client *client, const char *text);
bool cn_failed(cn_client *client, natsStatus status);
