// Answers every request of HTTP with «[]» as soon as its header and body are there: the least that a server does.
//
// http_answers PORT
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { most = 1024, room = 65536 };

struct client {
  size_t length;
  char text[room];
};

static const char answer[] = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n[]";

// Answers what is whole in the client's text; false when the connection is over.
static int serve(int end, struct client *client) {
  const ssize_t count = recv(end, client->text + client->length, room - 1 - client->length, 0);
  if (count <= 0) return 0;
  client->length += (size_t)count;
  client->text[client->length] = 0;
  for (;;) {
    const char *body = strstr(client->text, "\r\n\r\n");
    if (body == NULL) return client->length < room - 1;
    const char *field = strcasestr(client->text, "content-length:");
    const size_t length = field != NULL && field < body ? (size_t)atol(field + 15) : 0;
    const size_t whole = (size_t)(body + 4 - client->text) + length;
    if (client->length < whole) return whole < room;
    if (send(end, answer, sizeof answer - 1, MSG_NOSIGNAL) < 0) return 0;
    client->length -= whole;
    memmove(client->text, client->text + whole, client->length + 1);
  }
}

int main(int argc, char **argv) {
  if (argc != 2) return 64;
  const int inlet = socket(AF_INET, SOCK_STREAM, 0), on = 1;
  setsockopt(inlet, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  struct sockaddr_in place = {.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(argv[1]))};
  place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (bind(inlet, (struct sockaddr *)&place, sizeof place) != 0 || listen(inlet, 128) != 0) return 69;
  static struct pollfd ends[most];
  static struct client *clients[most];
  int count = 1;
  ends[0] = (struct pollfd){.fd = inlet, .events = POLLIN};
  while (poll(ends, (nfds_t)count, -1) > 0) {
    for (int i = count - 1; i > 0; i--) {
      if (ends[i].revents == 0 || serve(ends[i].fd, clients[i])) continue;
      close(ends[i].fd);
      free(clients[i]);
      count--;
      ends[i] = ends[count];
      clients[i] = clients[count];
    }
    if ((ends[0].revents & POLLIN) != 0 && count < most) {
      ends[count] = (struct pollfd){.fd = accept(inlet, NULL, NULL), .events = POLLIN};
      clients[count++] = calloc(1, sizeof(struct client));
    }
  }
  return 74;
}
