// Cairo numbers the surfaces and images of an SVG through the life of the process; here each document counts
// its own, so that equal drawings give equal files.
#include "cv_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The words before these numbers.
static const char *const words[] = {"surface", "image", "source"};
enum { word_count = sizeof words / sizeof *words };

typedef struct {
  unsigned long long *numbers;
  size_t count, room;
} list;

// The index of a number in the list, appended if it is new; -1 without memory.
static long place_of(list *list, unsigned long long number) {
  for (size_t i = 0; i < list->count; i++)
    if (list->numbers[i] == number) return (long)i;
  if (list->count == list->room) {
    size_t room = list->room ? 2 * list->room : 16;
    unsigned long long *longer = realloc(list->numbers, room * sizeof *longer);
    if (!longer) return -1;
    list->numbers = longer;
    list->room = room;
  }
  list->numbers[list->count] = number;
  return (long)list->count++;
}

// The length of a word with its number at this place, before a quote or a bracket; 0 for none.
static size_t numbered(const char *text, size_t length, size_t *word, unsigned long long *number) {
  for (*word = 0; *word < word_count; ++*word) {
    size_t at = strlen(words[*word]), start = at;
    if (length <= at || memcmp(text, words[*word], at) != 0) continue;
    for (*number = 0; at < length && at < start + 18 && text[at] >= '0' && text[at] <= '9'; at++)
      *number = *number * 10 + (unsigned long long)(text[at] - '0');
    if (at > start && at < length && (text[at] == '"' || text[at] == ')')) return at;
  }
  return 0;
}

bool cv_renumber_svg(uint8_t **document, size_t *length) {
  const char *from = (const char *)*document;
  // A new number may be longer than the old one, but not all of them by much.
  list lists[word_count] = {0};
  size_t room = *length + *length / 2 + 64, count = 0;
  char *to = malloc(room);
  bool is_good = to != NULL;
  for (size_t at = 0; is_good && at < *length;) {
    char before = from[at];
    is_good = count + 32 < room;
    if (!is_good) break;
    to[count++] = from[at++];
    if (before != '"' && before != '#') continue;
    size_t word;
    unsigned long long number;
    size_t taken = numbered(from + at, *length - at, &word, &number);
    if (taken == 0) continue;
    long place = place_of(&lists[word], number);
    is_good = place >= 0;
    count += (size_t)snprintf(to + count, room - count, "%s%ld", words[word], place);
    at += taken;
  }
  for (size_t i = 0; i < word_count; i++) free(lists[i].numbers);
  if (!is_good) {
    free(to);
    return false;
  }
  free(*document);
  *document = (uint8_t *)to;
  *length = count;
  return true;
}
