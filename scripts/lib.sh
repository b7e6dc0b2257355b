# shellcheck shell=bash
# The shared parts of the scripts. Sourced, never run: changes to the repository root, provides `say` and `die`, runs
# steps and counts them.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# Expected output has times of this zone.
export TZ=UTC

logs=.build/logs
# The release builds that checks run; the environment may name others.
program=${GEOSCRIPT:-.build/release/geoscript}
geobench=${GEOBENCH:-.build/release/geobench}
# Has the Python packages that checks compare with; scripts/setup --test makes it.
check_python=.build/check-venv/bin/python
# The center of Helsinki of OpenStreetMap; scripts/setup --test fetches it.
helsinki=.build/helsinki.osm.pbf
# What draws the maps of pages; scripts/setup fetches it.
maplibre=.build/data/maplibre-gl.js
# The finer coast.
coast_map=.build/coast/coast.map
# The source of simdjson that packages are built of; scripts/setup --package fetches it.
simdjson_source=.build/simdjson

say() { printf '%s\n' "$*"; }

die() { # die STATUS MESSAGE…
  local status=$1
  shift
  printf '%s\n' "$*" >&2
  exit "$status"
}

need_swift() {
  command -v swift >/dev/null ||
    die 69 "swift is not on the PATH; Swift 6.1 or later is needed: https://www.swift.org/install/linux/"
}

need_built() { # need_built PROGRAM
  [[ -x $1 ]] || die 70 "$1 is not built: swift build -c release --product $(basename "$1")"
}

# --- Steps: step declares them, finish runs them, two at a time, and prints one line for each in the declared order.

steps=()
declare -A step_needs=() step_kind=() step_command=() step_status=() step_start=() step_seconds=() step_of=()
passed=0
failed=0

# step TITLE [--after TITLE[,TITLE]…] [--waits] COMMAND…: COMMAND counts as one check, or as many as it reports with
# count_checks. It starts when the steps that it needs have passed; if one fails, this one fails without running.
# A step that mostly waits, for a server or the network, runs beside the two others.
step() {
  local title=$1 needs="" kind=works
  shift
  if [[ $1 == --after ]]; then
    needs=$2
    shift 2
  fi
  if [[ $1 == --waits ]]; then
    kind=waits
    shift
  fi
  steps+=("$title")
  step_needs[$title]=$needs
  step_kind[$title]=$kind
  step_command[$title]="${*@Q}"
  step_status[$title]=waiting
}

# count_checks PASSED FAILED: says that a step is more than one check.
count_checks() { [[ -z ${CHECK_COUNTS:-} ]] || printf '%d %d\n' "$1" "$2" >"$CHECK_COUNTS"; }

# Runs the steps, prints the closing line and returns its status. Call it as a plain command: after
# it in a condition, bash would let steps continue past what fails.
finish() {
  local title shown=0
  local -A room=([works]=2 [waits]=2)
  mkdir -p "$logs"
  trap stop_steps EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM
  while ((shown < ${#steps[@]})); do
    for title in "${steps[@]}"; do
      if ((room[${step_kind[$title]}] > 0)) && is_ready "$title"; then
        start_step "$title"
        ((room[${step_kind[$title]}] -= 1)) || true
      fi
    done
    while ((shown < ${#steps[@]})) && [[ ${step_status[${steps[shown]}]} == [0-9]* ]]; do
      show_step "${steps[shown]}"
      ((++shown))
    done
    if ((${#step_of[@]} > 0)); then
      await_step
      ((room[${step_kind[$title]}] += 1))
    fi
  done
  trap - EXIT INT TERM
  printf '%d passed, %d failed\n' "$passed" "$failed"
  ((failed == 0))
}

# keep_steps TITLE…: drops the other steps; what they make is taken as made.
keep_steps() {
  local title
  for title in "$@"; do
    [[ -n ${step_command[$title]:-} ]] || die 64 "no step «$title»; there are: $(printf '«%s» ' "${steps[@]}")"
  done
  for title in "${steps[@]}"; do step_status[$title]=0; done
  steps=("$@")
  for title in "$@"; do step_status[$title]=waiting; done
}

log_of() { printf '%s/%s.log' "$logs" "${1// /-}"; }

# Whether a step may start. One whose needs have failed gets the status 75 instead.
is_ready() {
  local title=$1 need needs
  [[ ${step_status[$title]} == waiting ]] || return 1
  IFS=, read -ra needs <<<"${step_needs[$title]}"
  for need in "${needs[@]}"; do
    case ${step_status[$need]} in
      0) ;;
      waiting | running) return 1 ;;
      *)
        say "not run: the step «$need» failed" >"$(log_of "$title")"
        step_status[$title]=75 step_seconds[$title]=0
        return 1
        ;;
    esac
  done
}

# Each step has its own process group, so that it can be ended with everything that it has started.
start_step() {
  local title=$1 log
  log=$(log_of "$title")
  rm -f "$log.counts"
  step_start[$title]=$EPOCHREALTIME
  step_status[$title]=running
  set -m
  (
    set +m -e
    trap - EXIT INT TERM
    export CHECK_COUNTS=$PWD/$log.counts
    eval "${step_command[$title]}"
  ) >"$log" 2>&1 </dev/null &
  set +m
  step_of[$!]=$title
}

# Waits until one of the running steps has ended; sets `title` to it.
await_step() {
  local status=0 pid
  wait -n -p pid "${!step_of[@]}" || status=$?
  title=${step_of[$pid]}
  unset "step_of[$pid]"
  step_status[$title]=$status
  step_seconds[$title]=$(awk -v a="${step_start[$title]}" -v b="$EPOCHREALTIME" 'BEGIN { printf "%.1f", b - a }')
}

stop_steps() {
  local pid
  for pid in "${!step_of[@]}"; do kill -TERM -- "-$pid" 2>/dev/null || true; done
}

# The line of a step that has ended; for a failed step also its output.
show_step() {
  local title=$1 status=${step_status[$1]} good=1 bad=0 log
  log=$(log_of "$title")
  ((status == 0)) || { good=0 bad=1; }
  if [[ -f $log.counts ]]; then
    read -r good bad <"$log.counts"
    ((status == 0 || bad > 0)) || bad=1
    ((status != 0 || bad == 0)) || status=1
  fi
  ((passed += good, failed += bad)) || true
  if ((status == 0)); then
    printf '== %-20s ok %8s s  (%d passed)\n' "$title" "${step_seconds[$title]}" "$good"
    return
  fi
  printf '== %-20s FAILED %4s s  (%d passed, %d failed)\n' "$title" "${step_seconds[$title]}" "$good" "$bad"
  {
    tail -n 200 "$log"
    # The first errors, where the end of a long log does not show them; the tests themselves print many warnings.
    if (($(wc -l <"$log") > 200)); then
      say "… The first errors of $log:"
      { grep -F '✘' "$log" || grep -E 'error:|warning:' "$log"; } | head -n 100
    fi
  } | sed 's/^/   | /' || true
}

# --- Steps that more than one script runs.

check_format() { swift format lint --strict --recursive Package.swift Sources Tests; }

# debug_build OPTION…: counts a warning in our own code as a failed check, and touches the file so that the next build
# prints it again. The build can still be tested.
debug_build() {
  local output=$logs/build-output file warned=()
  swift build --build-tests "$@" 2>&1 | tee "$output"
  mapfile -t warned < <(
    sed -nE "s#^$PWD/((Sources|Tests)/[^:]+):[0-9]+:[0-9]+: warning: .*#\1#p" "$output" | sort -u
  )
  for file in "${warned[@]}"; do
    touch "$file"
    say "warnings count as errors: $file"
  done
  count_checks 1 "${#warned[@]}"
}

# swift_tests OPTION…: each test function is one check.
swift_tests() {
  local output status=0 good bad
  output=$(mktemp "$logs/tests-output.XXXXXX")
  export SWIFT_BACKTRACE=registers=none,images=none
  swift test --disable-xctest "$@" 2>&1 | tee "$output" || status=$?
  good=$(grep -cE '^[^ ]+ +Test .* passed after ' "$output" || true)
  bad=$(grep -cE '^[^ ]+ +Test .* failed after ' "$output" || true)
  # The line «Test run with …» is not a test.
  if grep -qE '^[^ ]+ +Test run with .* passed after ' "$output"; then good=$((good - 1)); fi
  if grep -qE '^[^ ]+ +Test run with .* failed after ' "$output"; then bad=$((bad - 1)); fi
  count_checks "$good" "$bad"
  rm -f "$output"
  return "$status"
}

# swift_test_steps OPTION…: the steps that run what the step «debug build» has built; building again would use up the
# warnings. Tests of the host and of the modules around it mostly wait for the programs that they start, so they run
# beside the others; the lock is for those who build.
swift_test_steps() {
  local programs='^Geo(Host|Delivery|Page|Cluster)Tests\.'
  step "host tests" --after "debug build" swift_tests --skip-build --ignore-lock "$@" --filter "$programs"
  step "swift tests" --after "debug build" swift_tests --skip-build --ignore-lock "$@" --skip "$programs"
}
