// libcurl's functions for posting to web hooks and fetching tiles and places, loaded when first needed.
//
// libcurl is not linked: with its dependencies it would add 9 ms to the start of every run, even without
// requests. Its binary interface has been stable since 2006 (libcurl.so.4).
#pragma once
#include <stdbool.h>
#include <stddef.h>

// A connection that stays open from request to request. One thread at a time.
typedef struct cc_client cc_client;

// Loads libcurl. Returns NULL on success, else the reason.
const char *cc_load(void);

// Timeouts are in milliseconds. Returns NULL without memory or libcurl.
cc_client *cc_client_new(const char *agent, long connect_timeout, long timeout);
void cc_client_free(cc_client *client);

typedef struct {
  const char *url;
  const char *const *headers; // `Name: value`
  size_t header_count;
  const char *body;           // the body to post; NULL for a GET with up to five redirects
  size_t length;
  const char *method;         // of a request with a body; NULL for POST
  size_t limit;               // the limit for an answer, in bytes
} cc_request;

// The answer of a server, or the reason for a missing one.
typedef struct {
  long status;       // 0 when no answer came
  long retry_after;  // seconds; 0 without one
  long age;          // its age in caches on the way, in seconds
  long long date;    // times of the answer and of its expiry, in seconds since 1970; -1 if missing
  long long expires;
  char type[128];    // Content-Type, ETag, Last-Modified, Cache-Control; empty without one that fits
  char tag[256];
  char modified[64];
  char cache[256];
  char location[2048]; // the absolute address of an unfollowed redirect; empty without one that fits
  bool is_too_large; // longer than the limit; the rest was not read
  size_t length;
  char *body;        // freed by cc_page_free
  char error[256];   // why no answer came; empty when one did
  long begun;        // the status of an answer that broke off; 0 without one
} cc_page;

// Sends a request. About once a second it calls is_over, which may end it at once.
void cc_send(cc_client *client, const cc_request *request, bool (*is_over)(void *), void *context, cc_page *page);
void cc_page_free(cc_page *page);

typedef struct {
  const char *url; // smtp:// or smtps://
  const char *user, *password; // NULL without a log-in
  const char *from; // in angle brackets, like the recipients
  const char *const *recipients;
  size_t recipient_count;
  bool needs_tls;
  const char *text; // the whole mail, each line with CR and LF
  size_t length;
} cc_mail;

// How far a mail came: no connection; the log-in, the sender, or a recipient or the mail itself was refused.
typedef enum { CC_DONE, CC_REACHING, CC_LOGIN, CC_SENDER, CC_MESSAGE } cc_stage;

typedef struct {
  cc_stage stage;
  long code;       // of the server's last answer; 0 without one
  char reply[256]; // its last line
  char error[256]; // why the mail was not taken; empty when it was
} cc_receipt;

// Sends a mail; a client sends either mails or requests.
void cc_send_mail(cc_client *client, const cc_mail *mail, bool (*is_over)(void *), void *context, cc_receipt *receipt);
