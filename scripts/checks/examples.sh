#!/usr/bin/env bash
# Runs every command of the table in examples/README.md and compares what it prints with examples/expected; then runs
# the tests of the examples.
#
#   scripts/checks/examples.sh            with the release build of geoscript
#   scripts/checks/examples.sh --update   writes what they print now; read the difference before committing it
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"

update=false
case "$*" in
  "") ;;
  --update) update=true ;;
  *) die 64 "usage: scripts/checks/examples.sh [--update]" ;;
esac
need_built "$program"
mkdir -p "$logs" examples/expected
# Places are those of the built-in set, and the shelf of maps is empty.
export GEOSCRIPT_GAZETTEER=
export GEOSCRIPT_BASEMAPS=

# example NAME WORD…: runs one command, the words after `geoscript`.
example() {
  local name=$1 expected=examples/expected/$1.txt printed=$logs/example-$1.txt status=0
  shift
  "$program" "$@" >"$printed" 2>"$logs/example-errors" || status=$?
  if ((status != 0)); then
    say "$name: geoscript $* ended with $status"
    cat "$logs/example-errors"
    return 1
  fi
  if grep -qE '^(error|warning):' "$logs/example-errors"; then
    say "$name: geoscript $* reported"
    cat "$logs/example-errors"
    return 1
  fi
  if $update; then
    cp "$printed" "$expected"
  else
    diff -u "$expected" "$printed"
  fi
}

good=0 bad=0
# shellcheck disable=SC2016 # the backquotes are Markdown
mapfile -t commands < <(sed -nE 's/.*\| `geoscript (run examples\/[^`]*)` \|$/\1/p' examples/README.md)
for command in "${commands[@]}"; do
  # Quotes are as a shell has them.
  mapfile -t words < <(xargs -n 1 printf '%s\n' <<<"$command")
  if example "$(basename "${words[1]}" .lua)" "${words[@]}"; then good=$((good + 1)); else bad=$((bad + 1)); fi
done

# Each example has a test.
for script in examples/*.lua examples/{alerts,hammerspoon}/*.lua; do
  # The module of the example for Hammerspoon.
  [[ $script == */hs.lua ]] && continue
  [[ $script == *_test.lua || -f ${script%.lua}_test.lua ]] && continue
  say "$script has no test: write ${script%.lua}_test.lua"
  bad=$((bad + 1))
done
status=0
report=$("$program" test examples) || status=$?
if ((status == 0)); then
  good=$((good + $(sed -nE 's/^([0-9]+) tests?: .*/\1/p' <<<"$report")))
else
  say "$report"
  bad=$((bad + 1))
fi

# The example in Swift, which also checks that other packages can depend on the libraries: SwiftPM refuses unsafe
# flags there.
if diff -u examples/expected/geofence-swift.txt <(.build/release/geofence); then good=$((good + 1)); else bad=$((bad + 1)); fi
if swift package dump-package | python3 -c 'import json, sys
targets = {t["name"]: t for t in json.load(sys.stdin)["targets"]}
for name in ["Geo"] + [d["byName"][0] for d in targets["Geo"]["dependencies"]]:
    for setting in targets[name]["settings"]:
        if "unsafeFlags" in setting["kind"]: sys.exit("%s has unsafe flags: no package can depend on it" % name)'; then
  good=$((good + 1))
else
  bad=$((bad + 1))
fi

# An example that is missing from the table would not be tested.
for script in examples/*.lua; do
  [[ $script == *_test.lua ]] && continue
  if [[ ${commands[*]} != *"run $script"* ]]; then
    say "$script is not in the table of examples/README.md"
    bad=$((bad + 1))
  fi
done
count_checks "$good" "$bad"
((bad == 0))
