// Where scripts spend instructions and time: a tree of the stacks that samples found.
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lb_internal.h"

enum { MOST_FRAMES = 64, MOST_NODES = 1 << 20, ROOM = 256 };

typedef struct node {
  int32_t child, next;  // the first below it, and the next beside it; 0 for none
  lb_profile_node shown;
  int32_t source;
} node;

struct lb_profile {
  node *nodes;          // the first is the root, which stands for no function
  int32_t count, room;
  char **sources;       // names of files; the first is none
  int32_t sources_count;
  uint64_t random;
  uint64_t mark;        // up to when time is counted
  int32_t call;         // the function that the host has called
  lua_State *fresh;     // the coroutine whose first sample is to come
};

uint64_t lb_nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

void lb_free_profile(lb_vm *vm) {
  if (vm->profile == NULL) return;
  for (int32_t i = 0; i < vm->profile->sources_count; i++) free(vm->profile->sources[i]);
  free(vm->profile->sources);
  free(vm->profile->nodes);
  free(vm->profile);
  vm->profile = NULL;
}

bool lb_profile_calls(lb_vm *vm) {
  struct lb_profile *profile = calloc(1, sizeof *profile);
  if (profile == NULL) return false;
  vm->profile = profile;
  profile->nodes = calloc(ROOM, sizeof *profile->nodes);
  if (profile->nodes == NULL) {
    lb_free_profile(vm);
    return false;
  }
  profile->room = ROOM;
  profile->count = 1;
  profile->random = 0x9e3779b97f4a7c15;
  vm->is_timed = true;
  return true;
}

// The number of a file from 0; −1 for what is no file, and without memory.
static int32_t source_of(struct lb_profile *profile, const lua_Debug *ar) {
  // Names of files begin with @.
  if (ar->source == NULL || ar->source[0] != '@') return -1;
  const char *name = ar->source + 1;
  for (int32_t i = 0; i < profile->sources_count; i++)
    if (strcmp(profile->sources[i], name) == 0) return i;
  char **sources = realloc(profile->sources, (size_t)(profile->sources_count + 1) * sizeof *sources);
  if (sources == NULL) return -1;
  profile->sources = sources;
  sources[profile->sources_count] = strdup(name);
  return sources[profile->sources_count] == NULL ? -1 : profile->sources_count++;
}

// The node of a function below `parent`; `parent` for what is no file, and without memory.
static int32_t below(struct lb_profile *profile, int32_t parent, int32_t source, int32_t line) {
  if (source < 0) return parent;
  for (int32_t i = profile->nodes[parent].child; i != 0; i = profile->nodes[i].next)
    if (profile->nodes[i].source == source && profile->nodes[i].shown.line == line) return i;
  if (profile->count == MOST_NODES) return parent;
  if (profile->count == profile->room) {
    node *nodes = realloc(profile->nodes, (size_t)profile->room * 2 * sizeof *nodes);
    if (nodes == NULL) return parent;
    profile->nodes = nodes;
    profile->room *= 2;
  }
  int32_t made = profile->count++;
  node *parent_node = &profile->nodes[parent];
  profile->nodes[made] = (node){
    .next = parent_node->child, .source = source, .shown = {.parent = parent, .line = line}};
  parent_node->child = made;
  return made;
}

int lb_profile_interval(lua_State *coroutine, int most) {
  struct lb_profile *profile = lb_get(coroutine)->profile;
  // xorshift64: where the first sample of a call falls is random, so that calls of any length have their share.
  profile->random ^= profile->random << 13;
  profile->random ^= profile->random >> 7;
  profile->random ^= profile->random << 17;
  profile->fresh = coroutine;
  int first = 1 + (int)(profile->random % LB_PROFILE_INTERVAL);
  return first < most ? first : most;
}

void lb_profile_begin(lua_State *L, int function, uint64_t now) {
  struct lb_profile *profile = lb_get(L)->profile;
  profile->mark = now;
  profile->call = 0;
  if (lua_type(L, function) != LUA_TFUNCTION || !lua_checkstack(L, 1)) return;
  lua_Debug ar;
  lua_pushvalue(L, function);
  lua_getinfo(L, ">S", &ar);
  profile->call = below(profile, 0, source_of(profile, &ar), ar.linedefined);
}

bool lb_profile_sample(lua_State *L, int instructions) {
  struct lb_profile *profile = lb_get(L)->profile;
  int32_t sources[MOST_FRAMES], lines[MOST_FRAMES];
  int depth = 0;
  lua_Debug ar;
  while (depth < MOST_FRAMES && lua_getstack(L, depth, &ar)) {
    lua_getinfo(L, "S", &ar);
    sources[depth] = source_of(profile, &ar);
    lines[depth++] = ar.linedefined;
  }
  // A deeper stack hangs below the function that the host has called.
  int32_t at = depth == MOST_FRAMES ? profile->call : 0;
  while (depth-- > 0) at = below(profile, at, sources[depth], lines[depth]);
  bool is_first = profile->fresh == L;
  profile->fresh = NULL;
  uint64_t now = lb_nanoseconds();
  profile->nodes[at].shown.instructions += (uint64_t)(is_first ? LB_PROFILE_INTERVAL : instructions);
  profile->nodes[at].shown.nanoseconds += now - profile->mark;
  profile->mark = now;
  return is_first;
}

void lb_profile_end(lb_vm *vm, uint64_t now) {
  vm->profile->nodes[vm->profile->call].shown.nanoseconds += now - vm->profile->mark;
}

int32_t lb_profile_count(const lb_vm *vm) { return vm->profile == NULL ? 0 : vm->profile->count; }

lb_profile_node lb_profile_at(const lb_vm *vm, int32_t index) {
  const node *found = &vm->profile->nodes[index];
  lb_profile_node shown = found->shown;
  shown.source = index == 0 ? NULL : vm->profile->sources[found->source];
  return shown;
}
