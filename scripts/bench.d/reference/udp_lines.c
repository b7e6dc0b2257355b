// Receives datagrams and prints the «altitude» of each on a line: the least that stands between a datagram and its line.
//
// udp_lines PORT
#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

int main(int argc, char **argv) {
  if (argc != 2) return 64;
  const int inlet = socket(AF_INET, SOCK_DGRAM, 0);
  struct sockaddr_in place = {.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(argv[1]))};
  place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (bind(inlet, (struct sockaddr *)&place, sizeof place) != 0) return 69;
  char text[65536];
  for (;;) {
    const ssize_t length = recv(inlet, text, sizeof text - 1, 0);
    if (length < 0) return 74;
    text[length] = 0;
    const char *altitude = strstr(text, "\"altitude\":");
    printf("%d\n", altitude == NULL ? 0 : atoi(altitude + 11));
    fflush(stdout);
  }
}
