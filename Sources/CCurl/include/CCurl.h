// libcurl's parts that post to a web hook and fetch tiles of a map, loaded when the first is asked for.
//
// libcurl is not linked: with all it needs it would add 9 ms to the start of every run, also of those that need
// neither. Its functions have kept their binary interface since 2006 (libcurl.so.4).
#pragma once
#include <stdbool.h>
#include <stddef.h>

// A connection to one server that stays open from post to post. One thread at a time.
typedef struct cc_client cc_client;

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
cc_client *cc_client_new(long connect_timeout, long timeout);
// Sends `Name: value` with every post; false without memory.
bool cc_client_add_header(cc_client *client, const char *header);
void cc_client_free(cc_client *client);

// Posts a body. About once a second is_over is asked whether to come back at once.
void cc_post(cc_client *client, const char *url, const char *key_header, const char *body, size_t length,
             bool (*is_over)(void *), void *context, cc_answer *answer);

// What came of a fetch.
typedef struct {
  long status;       // 0 when no answer came
  long retry_after;  // seconds; 0 without one
  long age;          // seconds that it has lain in a cache on its way
  long long date;    // when it was answered and until when it holds, in seconds since 1970; -1 where it does not say
  long long expires;
  char type[128];    // Content-Type, ETag, Last-Modified, Cache-Control; empty without one that fits
  char tag[256];
  char modified[64];
  char cache[256];
  bool is_too_large; // longer than the limit; the rest was not read
  size_t length;
  char *body;        // cc_page_free gives it back
  char error[256];   // why no answer came; empty when one did
} cc_page;

// Fetches a page of at most so many bytes, over up to five redirects. About once a second is_over is asked whether to
// come back at once.
void cc_get(cc_client *client, const char *url, const char *agent, const char *const *headers, size_t header_count,
            size_t limit, bool (*is_over)(void *), void *context, cc_page *page);
void cc_page_free(cc_page *page);
