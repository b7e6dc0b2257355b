// Declarations shared by the files of this folder.
#pragma once
#include "CLoader.h"
#include "CMosquitto.h"

#include <errno.h>
#include <mosquitto.h>

#define FUNCTIONS(X)                                                                                              \
  X(mosquitto_lib_init)                                                                                           \
  X(mosquitto_new)                                                                                                \
  X(mosquitto_destroy)                                                                                            \
  X(mosquitto_username_pw_set)                                                                                    \
  X(mosquitto_tls_set)                                                                                            \
  X(mosquitto_int_option)                                                                                         \
  X(mosquitto_threaded_set)                                                                                       \
  X(mosquitto_will_set)                                                                                           \
  X(mosquitto_connect)                                                                                            \
  X(mosquitto_disconnect)                                                                                         \
  X(mosquitto_subscribe)                                                                                          \
  X(mosquitto_unsubscribe)                                                                                        \
  X(mosquitto_publish)                                                                                            \
  X(mosquitto_topic_matches_sub)                                                                                  \
  X(mosquitto_loop_read)                                                                                          \
  X(mosquitto_loop_write)                                                                                         \
  X(mosquitto_loop_misc)                                                                                          \
  X(mosquitto_socket)                                                                                             \
  X(mosquitto_ssl_get)                                                                                            \
  X(mosquitto_want_write)                                                                                         \
  X(mosquitto_connect_with_flags_callback_set)                                                                    \
  X(mosquitto_message_callback_set)                                                                               \
  X(mosquitto_publish_callback_set)                                                                               \
  X(mosquitto_subscribe_callback_set)                                                                             \
  X(mosquitto_log_callback_set)                                                                                   \
  X(mosquitto_strerror)

// libmosquitto's functions, once cm_load has found them.
struct cm_library {
  FUNCTIONS(CL_POINTER)
  // From OpenSSL; absent if libmosquitto was built with another library.
  long (*verify_result)(const void *ssl);
};
extern struct cm_library cm_library __attribute__((visibility("hidden")));
#define lib cm_library

struct cm_client {
  struct mosquitto *connection;
  int bell;
  int answer, granted;
  size_t taken, done;
  // Read calls since the last write: about as many answers wait.
  size_t burst;
  bool is_dense;
  cm_message *messages;
  size_t count, room;
  uint8_t *bytes;
  size_t length, capacity;
  bool is_out_of_memory;
  int system_error, certificate_fault;
  char complaint[256];
};

// Saves the system's error before another call overwrites it.
static inline int noted(cm_client *client, int result) {
  if (result == MOSQ_ERR_ERRNO) client->system_error = errno;
  return result;
}
