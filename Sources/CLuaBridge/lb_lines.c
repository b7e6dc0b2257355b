// Which lines of the scripts' files have run, and which could.
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "lb_internal.h"

typedef struct {
  char *source;
  uint32_t *counts;
  int32_t room;
} line_file;

struct lb_lines {
  line_file *files;
  int32_t count;
};

void lb_choose_events(lb_vm *vm) {
  bool wants_lines = vm->debug != NULL || (vm->lines != NULL && !vm->skips_lines);
  vm->events = wants_lines ? LUA_MASKCOUNT | LUA_MASKLINE : LUA_MASKCOUNT;
}

bool lb_count_lines(lb_vm *vm) {
  if (vm->lines == NULL) vm->lines = calloc(1, sizeof *vm->lines);
  lb_choose_events(vm);
  return vm->lines != NULL;
}

void lb_skip_lines(lb_vm *vm, bool skips) {
  vm->skips_lines = skips;
  lb_choose_events(vm);
}

void lb_free_lines(lb_vm *vm) {
  if (vm->lines == NULL) return;
  for (int32_t i = 0; i < vm->lines->count; i++) {
    free(vm->lines->files[i].source);
    free(vm->lines->files[i].counts);
  }
  free(vm->lines->files);
  free(vm->lines);
}

static line_file *file_of(lb_lines *lines, const char *source) {
  for (int32_t i = 0; i < lines->count; i++)
    if (strcmp(lines->files[i].source, source) == 0) return &lines->files[i];
  line_file *files = realloc(lines->files, (size_t)(lines->count + 1) * sizeof *files);
  if (files == NULL) return NULL;
  lines->files = files;
  char *copy = strdup(source);
  if (copy == NULL) return NULL;
  files[lines->count] = (line_file){copy, NULL, 0};
  return &files[lines->count++];
}

void lb_line_ran(lua_State *L, lua_Debug *ar) {
  lb_vm *vm = lb_get(L);
  int32_t line = ar->currentline;
  if (line < 1 || line > 1 << 20) return;
  lua_getinfo(L, "S", ar);
  // Only files: their names begin with @.
  if (ar->source == NULL || ar->source[0] != '@') return;
  line_file *file = file_of(vm->lines, ar->source + 1);
  if (file == NULL) return;
  if (line >= file->room) {
    int32_t room = line * 2 + 64;
    uint32_t *counts = realloc(file->counts, (size_t)room * sizeof *counts);
    if (counts == NULL) return;
    memset(counts + file->room, 0, (size_t)(room - file->room) * sizeof *counts);
    file->counts = counts;
    file->room = room;
  }
  if (file->counts[line] < UINT32_MAX) file->counts[line]++;
}

int32_t lb_line_files(const lb_vm *vm) { return vm->lines == NULL ? 0 : vm->lines->count; }

const char *lb_line_file(const lb_vm *vm, int32_t file) { return vm->lines->files[file].source; }

const uint32_t *lb_line_counts(const lb_vm *vm, int32_t file, int32_t *room) {
  *room = vm->lines->files[file].room;
  return vm->lines->files[file].counts;
}

typedef struct {
  uint8_t *bytes;
  size_t count;
} dump;

static int append(lua_State *L, const void *bytes, size_t count, void *to) {
  (void)L;
  dump *all = to;
  uint8_t *grown = realloc(all->bytes, all->count + count);
  if (grown == NULL) return 1;
  memcpy(grown + all->count, bytes, count);
  all->bytes = grown;
  all->count += count;
  return 0;
}

uint8_t *lb_dump(lua_State *L, size_t *length) {
  dump all = {NULL, 0};
  if (lua_dump(L, append, &all, 0) != 0) {
    free(all.bytes);
    all = (dump){NULL, 0};
  }
  *length = all.count;
  return all.bytes;
}
