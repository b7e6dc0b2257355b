#include "client.h"

// What cc_send_mail reads and hears.
struct conversation {
  const char *text;
  size_t length, taken;
  char *reply;
  size_t room;
};

static size_t give_mail(char *bytes, size_t size, size_t count, void *context) {
  struct conversation *talk = context;
  size_t length = talk->length - talk->taken;
  if (length > size * count) length = size * count;
  memcpy(bytes, talk->text + talk->taken, length);
  talk->taken += length;
  return length;
}

// For SMTP, libcurl passes the server's lines as it passes headers.
static size_t hear_reply(char *line, size_t size, size_t count, void *context) {
  struct conversation *talk = context;
  size_t length = size * count;
  // The refusal says more than the goodbye after it.
  const bool is_refused = talk->reply[0] == '4' || talk->reply[0] == '5';
  if (is_refused && length > 0 && line[0] != '4' && line[0] != '5') return length;
  size_t kept = length < talk->room ? length : talk->room - 1;
  memcpy(talk->reply, line, kept);
  while (kept > 0 && strchr("\r\n", talk->reply[kept - 1])) kept--;
  talk->reply[kept] = 0;
  return length;
}

// How far the mail came, by what libcurl says (lib/smtp.c).
static cc_stage stage_of(CURLcode code, const char *error) {
  if (code == CURLE_OK) return CC_DONE;
  if (code == CURLE_LOGIN_DENIED) return CC_LOGIN;
  // A refused greeting says nothing about the mail.
  if (!strncmp(error, "Got unexpected", 14) || !strncmp(error, "MAIL failed", 11)) return CC_SENDER;
  if (!strncmp(error, "RCPT failed", 11) || !strncmp(error, "DATA failed", 11)) return CC_MESSAGE;
  // The answer to the mail itself.
  return code == CURLE_WEIRD_SERVER_REPLY ? CC_MESSAGE : CC_REACHING;
}

void cc_send_mail(cc_client *client, const cc_mail *mail, bool (*is_over)(void *), void *context, cc_receipt *receipt) {
  memset(receipt, 0, sizeof *receipt);
  struct conversation talk = {
      .text = mail->text, .length = mail->length, .reply = receipt->reply, .room = sizeof receipt->reply};
  struct patience patience = {.is_over = is_over, .context = context};
  struct curl_slist *recipients = NULL;
  for (size_t i = 0; i < mail->recipient_count; i++) {
    struct curl_slist *longer = curl.curl_slist_append(recipients, mail->recipients[i]);
    if (longer) recipients = longer;
  }
  CURL *handle = client->handle;
  char error[CURL_ERROR_SIZE] = "";
#if LIBCURL_VERSION_NUM >= 0x075500
  curl.curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "smtp,smtps");
#endif
  curl.curl_easy_setopt(handle, CURLOPT_ERRORBUFFER, error);
  curl.curl_easy_setopt(handle, CURLOPT_URL, mail->url);
  curl.curl_easy_setopt(handle, CURLOPT_USERNAME, mail->user);
  curl.curl_easy_setopt(handle, CURLOPT_PASSWORD, mail->password);
  curl.curl_easy_setopt(handle, CURLOPT_MAIL_FROM, mail->from);
  curl.curl_easy_setopt(handle, CURLOPT_MAIL_RCPT, recipients);
  curl.curl_easy_setopt(handle, CURLOPT_USE_SSL, mail->needs_tls ? (long)CURLUSESSL_ALL : (long)CURLUSESSL_TRY);
  curl.curl_easy_setopt(handle, CURLOPT_UPLOAD, 1L);
  curl.curl_easy_setopt(handle, CURLOPT_INFILESIZE_LARGE, (curl_off_t)mail->length);
  curl.curl_easy_setopt(handle, CURLOPT_READFUNCTION, give_mail);
  curl.curl_easy_setopt(handle, CURLOPT_READDATA, &talk);
  curl.curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, hear_reply);
  curl.curl_easy_setopt(handle, CURLOPT_HEADERDATA, &talk);
  curl.curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, cc_progress);
  curl.curl_easy_setopt(handle, CURLOPT_XFERINFODATA, &patience);
  CURLcode code = curl.curl_easy_perform(handle);
  receipt->stage = stage_of(code, error);
  curl.curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &receipt->code);
  if (code != CURLE_OK) cc_explain(code, error, patience.was_stopped, receipt->error, sizeof receipt->error);
  // These options point into this call's frame.
  curl.curl_easy_setopt(handle, CURLOPT_ERRORBUFFER, NULL);
  curl.curl_easy_setopt(handle, CURLOPT_MAIL_RCPT, NULL);
  curl.curl_slist_free_all(recipients);
}
