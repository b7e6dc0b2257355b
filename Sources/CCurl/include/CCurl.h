// libcurl's parts that post to web hooks and fetch tiles and places, loaded when the first is asked for.
//
// libcurl is not linked: with all it needs it would add 9 ms to the start of every run, also of those that need
// neither. Its functions have kept their binary interface since 2006 (libcurl.so.4).
#pragma once
#include <stdbool.h>
#include <stddef.h>

// A connection that stays open from request to request. One thread at a time.
typedef struct cc_client cc_client;

// Loads libcurl. Returns NULL when it is there, else why not.
const char *cc_load(void);

// Timeouts are in milliseconds. Returns NULL without memory or libcurl.
cc_client *cc_client_new(const char *agent, long connect_timeout, long timeout);
void cc_client_free(cc_client *client);

typedef struct {
  const char *url;
  const char *const *headers; // `Name: value`
  size_t header_count;
  const char *body;           // what is posted; NULL to get a page, over up to five redirects
  size_t length;
  size_t limit;               // the most bytes of an answer that are read
} cc_request;

// What a server answered, or why it did not.
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
  char location[2048]; // the absolute address of a redirect that was not followed; empty without one that fits
  bool is_too_large; // longer than the limit; the rest was not read
  size_t length;
  char *body;        // cc_page_free gives it back
  char error[256];   // why no answer came; empty when one did
} cc_page;

// Sends a request. About once a second is_over is asked whether to come back at once.
void cc_send(cc_client *client, const cc_request *request, bool (*is_over)(void *), void *context, cc_page *page);
void cc_page_free(cc_page *page);
