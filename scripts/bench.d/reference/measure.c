// Runs a command and says what it cost: measure COMMAND ARGUMENT…
//
// Prints one JSON object to standard error: CPU seconds (user and system), wall seconds until the first byte on
// standard output, and the greatest resident set in KiB. The command's standard output is read and dropped.
//
// A program of its own, because the kernel counts the resident set of whoever called exec: started from Python,
// no child would seem to need less than Python itself.
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static double seconds(struct timeval t) { return (double)t.tv_sec + (double)t.tv_usec * 1e-6; }

int main(int argc, char **argv) {
  if (argc < 2) {
    fprintf(stderr, "usage: measure COMMAND ARGUMENT...\n");
    return 64;
  }
  int ends[2];
  if (pipe(ends) != 0) {
    perror("pipe");
    return 70;
  }
  double start = now();
  pid_t child = fork();
  if (child < 0) {
    perror("fork");
    return 70;
  }
  if (child == 0) {
    dup2(ends[1], STDOUT_FILENO);
    close(ends[0]);
    close(ends[1]);
    execvp(argv[1], argv + 1);
    perror(argv[1]);
    _exit(127);
  }
  close(ends[1]);
  static char buffer[1 << 16];
  double first = -1;
  while (read(ends[0], buffer, sizeof buffer) > 0) {
    if (first < 0) first = now() - start;
  }
  int status;
  struct rusage use;
  if (wait4(child, &status, 0, &use) < 0) {
    perror("wait4");
    return 70;
  }
  double wall = now() - start;
  fprintf(stderr, "{\"cpu\": %.6f, \"wall\": %.6f, \"first\": %.6f, \"rss\": %ld}\n",
          seconds(use.ru_utime) + seconds(use.ru_stime), wall, first < 0 ? wall : first, use.ru_maxrss);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
