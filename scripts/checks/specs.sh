#!/usr/bin/env bash
# Runs the Lua specs: Tests/specs/*_spec.lua count themselves, *_test.lua are tests of scripts; Tests/specs/output/*.lua must print what the .txt
# beside them says, standard error and exit code included.
#
#   scripts/checks/specs.sh            all, with the release build
#   scripts/checks/specs.sh --update   writes the expected output again
#
# A line `-- run: WORDS` in a script adds words to `geoscript run`; paths are relative to Tests/specs.
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"

update=false
case "$*" in
  "") ;;
  --update) update=true ;;
  *) die 64 "usage: scripts/checks/specs.sh [--update]" ;;
esac
need_built "$program"
program=$(realpath "$program")
mkdir -p "$logs"
shopt -s nullglob
# Places are those of the built-in set, and the shelf of maps is empty.
export GEOSCRIPT_GAZETTEER=
export GEOSCRIPT_BASEMAPS=
logs=$(realpath "$logs")
cd Tests/specs

# words SCRIPT: fills `arguments` with what its `-- run:` line says, or with the usual log.
words() {
  local line
  line=$(sed -n 's/^-- run: //p' "$1")
  eval "arguments=(${line:---from walk.ndjson})"
}

good=0 bad=0
for script in *_spec.lua; do
  words "$script"
  # A line «-- exit code N» says how a run ends that is refused something on purpose.
  expected=$(sed -nE 's/^-- exit code ([0-9]+).*/\1/p' "$script")
  status=0
  output=$("$program" run "$script" --quiet --strict "${arguments[@]}" 2>&1) || status=$?
  # One line for each script instance.
  mapfile -t counts < <(sed -nE 's/^([0-9]+) passed, ([0-9]+) failed$/\1 \2/p' <<<"$output")
  broken=0
  for count in "${counts[@]}"; do
    read -r passes failures <<<"$count"
    ((good += passes, broken += failures)) || true
  done
  if ((status != ${expected:-0} || ${#counts[@]} == 0 || broken > 0)); then
    say "$script: exit code $status"
    grep -vE '^[0-9]+ passed, 0 failed$' <<<"$output" || true
    bad=$((bad + (broken > 0 ? broken : 1)))
  fi
done

# The words of tests are used by tests.
status=0
output=$("$program" test . 2>&1) || status=$?
passed_tests=$(sed -nE 's/^[0-9]+ tests?: ([0-9]+) passed, 0 failed .*/\1/p' <<<"$output")
if ((status == 0)) && [[ -n $passed_tests ]]; then
  good=$((good + passed_tests))
else
  say "$output"
  bad=$((bad + 1))
fi

for script in output/*.lua; do
  words "$script"
  expected=${script%.lua}.txt found=$logs/spec-output.txt status=0
  "$program" run "$script" --quiet "${arguments[@]}" >"$found" 2>"$found.errors" </dev/null || status=$?
  { say "-- standard error"; cat "$found.errors"; say "-- exit code $status"; } >>"$found"
  if $update; then
    cp "$found" "$expected"
  elif diff -u "$expected" "$found"; then
    good=$((good + 1))
  else
    bad=$((bad + 1))
  fi
done
count_checks "$good" "$bad"
say "$good passed, $bad failed"
((bad == 0))
