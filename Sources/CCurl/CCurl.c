#include "client.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct cc_library cc_library;
static const char *load_error;

static void load(void) {
#define SYMBOL(name) CL_SYMBOL(curl, name)
  static const cl_symbol symbols[] = {FUNCTIONS(SYMBOL)};
  load_error = CL_LOAD(symbols, "libcurl.so.4", "libcurl-gnutls.so.4");
  if (!load_error && curl.curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) load_error = "libcurl cannot start";
}

const char *cc_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return load_error;
}

// Child processes should not inherit the connection.
static int close_on_exec(void *context, curl_socket_t socket, curlsocktype purpose) {
  (void)context, (void)purpose;
  fcntl(socket, F_SETFD, FD_CLOEXEC);
  return CURL_SOCKOPT_OK;
}

cc_client *cc_client_new(const char *agent, long connect_timeout, long timeout) {
  if (cc_load()) return NULL;
  cc_client *client = calloc(1, sizeof *client);
  if (!client) return NULL;
  client->handle = curl.curl_easy_init();
  if (!client->handle) {
    free(client);
    return NULL;
  }
  CURL *handle = client->handle;
  // Timeouts without signals, which the run uses itself.
  curl.curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
  curl.curl_easy_setopt(handle, CURLOPT_CONNECTTIMEOUT_MS, connect_timeout);
  curl.curl_easy_setopt(handle, CURLOPT_TIMEOUT_MS, timeout);
  curl.curl_easy_setopt(handle, CURLOPT_SOCKOPTFUNCTION, close_on_exec);
  curl.curl_easy_setopt(handle, CURLOPT_NOPROGRESS, 0L);
  curl.curl_easy_setopt(handle, CURLOPT_USERAGENT, agent);
#if LIBCURL_VERSION_NUM >= 0x075700
  // A pending name lookup does not delay a stop.
  curl.curl_easy_setopt(handle, CURLOPT_QUICK_EXIT, 1L);
#endif
#if LIBCURL_VERSION_NUM >= 0x075500
  curl.curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
  curl.curl_easy_setopt(handle, CURLOPT_REDIR_PROTOCOLS_STR, "http,https");
#endif
  curl.curl_easy_setopt(handle, CURLOPT_MAXREDIRS, 5L);
  // Like OpenSSL's own programs, for a server with a private certificate.
  const char *certificates = getenv("SSL_CERT_FILE");
  if (certificates && *certificates) curl.curl_easy_setopt(handle, CURLOPT_CAINFO, certificates);
  return client;
}

void cc_client_free(cc_client *client) {
  if (!client) return;
  curl.curl_easy_cleanup(client->handle);
  free(client);
}

int cc_progress(void *context, curl_off_t a, curl_off_t b, curl_off_t c, curl_off_t d) {
  (void)a, (void)b, (void)c, (void)d;
  struct patience *patience = context;
  patience->was_stopped = patience->is_over(patience->context);
  return patience->was_stopped;
}

// The reason for a missing answer, the same at each attempt with the same cause.
void cc_explain(CURLcode code, const char *error, bool was_stopped, char *text, size_t room) {
  // curl's longer texts for these two contain milliseconds, so they differ each time.
  bool is_plain = code == CURLE_COULDNT_CONNECT || code == CURLE_OPERATION_TIMEDOUT || !*error;
  const char *why = is_plain ? curl.curl_easy_strerror(code) : error;
  if (was_stopped) why = "no answer came in time";
  strncpy(text, why, room - 1);
}

// Reads the status of an answer, and the seconds until a retry.
static void read_status(CURL *handle, long *status, long *retry_after) {
  curl_off_t seconds = 0;
  curl.curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, status);
  curl.curl_easy_getinfo(handle, CURLINFO_RETRY_AFTER, &seconds);
  *retry_after = (long)seconds;
}

struct download {
  cc_page *page;
  size_t limit, room;
};

static size_t gather(char *bytes, size_t size, size_t count, void *context) {
  struct download *download = context;
  cc_page *page = download->page;
  size_t length = size * count;
  if (length > download->limit - page->length) {
    page->is_too_large = true;
    return 0;
  }
  if (page->length + length > download->room) {
    size_t room = (page->length + length) * 2;
    char *longer = realloc(page->body, room);
    if (!longer) return 0;
    page->body = longer;
    download->room = room;
  }
  memcpy(page->body + page->length, bytes, length);
  page->length += length;
  return length;
}

// Copies the value of `Name: value` if the line has that name and the value fits.
static bool header_value(const char *line, size_t length, const char *name, char *value, size_t room) {
  size_t start = strlen(name);
  if (length <= start || strncasecmp(line, name, start) || line[start] != ':') return false;
  for (start++; start < length && strchr(" \t", line[start]);) start++;
  while (length > start && strchr(" \t\r\n", line[length - 1])) length--;
  if (length - start >= room) return true;
  memcpy(value, line + start, length - start);
  value[length - start] = 0;
  return true;
}

static size_t read_header(char *line, size_t size, size_t count, void *context) {
  cc_page *page = ((struct download *)context)->page;
  size_t length = size * count;
  char number[64] = "";
  if (length >= 5 && !memcmp(line, "HTTP/", 5)) {
    // Headers of a redirect do not apply to the next answer.
    *page->type = *page->tag = *page->modified = *page->cache = 0;
    page->age = 0, page->date = page->expires = -1;
  } else if (header_value(line, length, "content-type", page->type, sizeof page->type) ||
             header_value(line, length, "etag", page->tag, sizeof page->tag) ||
             header_value(line, length, "last-modified", page->modified, sizeof page->modified) ||
             header_value(line, length, "cache-control", page->cache, sizeof page->cache)) {
  } else if (header_value(line, length, "date", number, sizeof number)) {
    page->date = curl.curl_getdate(number, NULL);
  } else if (header_value(line, length, "expires", number, sizeof number)) {
    // An invalid date, such as 0, counts as past.
    page->expires = curl.curl_getdate(number, NULL);
    if (page->expires < 0) page->expires = 0;
  } else if (header_value(line, length, "age", number, sizeof number)) {
    page->age = strtol(number, NULL, 10);
  }
  return length;
}

// The headers of a request; false without memory.
static bool header_list(const cc_request *request, struct curl_slist **list) {
  for (size_t i = 0; i < request->header_count; i++) {
    struct curl_slist *longer = curl.curl_slist_append(*list, request->headers[i]);
    if (!longer) return false;
    *list = longer;
  }
  return true;
}

void cc_send(cc_client *client, const cc_request *request, bool (*is_over)(void *), void *context, cc_page *page) {
  memset(page, 0, sizeof *page);
  page->date = page->expires = -1;
  struct download download = {.page = page, .limit = request->limit};
  struct patience patience = {.is_over = is_over, .context = context};
  struct curl_slist *headers = NULL;
  if (!header_list(request, &headers)) {
    strcpy(page->error, "out of memory");
    curl.curl_slist_free_all(headers);
    return;
  }
  CURL *handle = client->handle;
  char error[CURL_ERROR_SIZE] = "";
  curl.curl_easy_setopt(handle, CURLOPT_ERRORBUFFER, error);
  curl.curl_easy_setopt(handle, CURLOPT_URL, request->url);
  curl.curl_easy_setopt(handle, CURLOPT_HTTPHEADER, headers);
  if (request->body) {
    curl.curl_easy_setopt(handle, CURLOPT_POSTFIELDS, request->body);
    curl.curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)request->length);
    curl.curl_easy_setopt(handle, CURLOPT_CUSTOMREQUEST, request->method);
  }
  // The caller decides whether a post may follow a redirect.
  curl.curl_easy_setopt(handle, CURLOPT_FOLLOWLOCATION, request->body ? 0L : 1L);
  curl.curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, gather);
  curl.curl_easy_setopt(handle, CURLOPT_WRITEDATA, &download);
  curl.curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, read_header);
  curl.curl_easy_setopt(handle, CURLOPT_HEADERDATA, &download);
  curl.curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, cc_progress);
  curl.curl_easy_setopt(handle, CURLOPT_XFERINFODATA, &patience);
  CURLcode code = curl.curl_easy_perform(handle);
  if (code == CURLE_OK || page->is_too_large) {
    const char *location = NULL;
    read_status(handle, &page->status, &page->retry_after);
    curl.curl_easy_getinfo(handle, CURLINFO_REDIRECT_URL, &location);
    // A truncated address would lead elsewhere.
    if (location && strlen(location) < sizeof page->location) strcpy(page->location, location);
  } else {
    cc_explain(code, error, patience.was_stopped, page->error, sizeof page->error);
    curl.curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &page->begun);
  }
  // These options point into this call's frame.
  curl.curl_easy_setopt(handle, CURLOPT_ERRORBUFFER, NULL);
  curl.curl_easy_setopt(handle, CURLOPT_HTTPHEADER, NULL);
  if (request->body) {
    curl.curl_easy_setopt(handle, CURLOPT_CUSTOMREQUEST, NULL);
    curl.curl_easy_setopt(handle, CURLOPT_HTTPGET, 1L);
  }
  curl.curl_slist_free_all(headers);
}

void cc_page_free(cc_page *page) {
  free(page->body);
  page->body = NULL;
}
