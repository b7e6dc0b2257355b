// libcurl's part that posts to a web hook, loaded when the first sink asks for it.
//
// libcurl is not linked: with all it needs it would add 9 ms to the start of every run, also of those without a web
// hook. Its functions have kept their binary interface since 2006 (libcurl.so.4).
#pragma once
#include <stdbool.h>
#include <stddef.h>

// A connection to one server that stays open from post to post. One thread at a time.
typedef struct cc_poster cc_poster;

// What a server answered, or why it did not.
typedef struct {
  long status;         // 0 when no answer came
  long retry_after;    // seconds, from Retry-After in either of its forms; 0 without one
  size_t body_length;  // of the part of the body that was kept
  char body[1024];
  char location[2048]; // the absolute address of a redirect; empty without one that fits
  char error[256];     // why no answer came; empty when one did
} cc_answer;

// Loads libcurl. Returns NULL when it is there, else why not.
const char *cc_load(void);

// Timeouts are in milliseconds. Returns NULL without memory or libcurl.
cc_poster *cc_poster_new(long connect_timeout, long timeout);
// Sends `Name: value` with every post; false without memory.
bool cc_poster_add_header(cc_poster *poster, const char *header);
void cc_poster_free(cc_poster *poster);

// Posts a body. About once a second is_over is asked whether to come back at once.
void cc_post(cc_poster *poster, const char *url, const char *key_header, const char *body, size_t length,
             bool (*is_over)(void *), void *context, cc_answer *answer);
