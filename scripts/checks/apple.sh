#!/usr/bin/env bash
# Runs the scripts of Tests/apple, Apple's sample code line by line: each must print what the .txt beside it says, standard
# error and exit code included, and `geoscript check` must find what stands below. A script asserts what Apple's
# documentation says; what is different here is in its expected output.
#
#   scripts/checks/apple.sh            all, with the release build
#   scripts/checks/apple.sh --update   writes the expected output again
#
# The first lines of a script name its source. A line `-- run: WORDS` has the words after `geoscript run`.
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"

update=false
case "$*" in
  "") ;;
  --update) update=true ;;
  *) die 64 "usage: scripts/checks/apple.sh [--update]" ;;
esac
need_built "$program"
program=$(realpath "$program")
# What an earlier program drew may be nothing that this one replaces.
rm -rf .build/apple
mkdir -p "$logs" .build/apple
found=$(realpath "$logs")/apple.txt
# Places are those of the built-in set, pictures use the coast that every machine has, and the shelf of maps is empty.
export GEOSCRIPT_GAZETTEER='' GEOSCRIPT_BASEMAPS='' GEOSCRIPT_COAST=''
cd Tests/apple

good=0 bad=0
for script in [0-9]*.lua; do
  eval "words=($(sed -n 's/^-- run: *//p' "$script"))"
  expected=${script%.lua}.txt status=0
  "$program" run "$script" --quiet --strict "${words[@]}" >"$found" 2>"$found.errors" </dev/null || status=$?
  {
    say "-- standard error"
    cat "$found.errors"
    say "-- exit code $status"
    say "-- geoscript check"
    "$program" check "$script" </dev/null 2>&1 || true
  } >>"$found"
  if ! sed -n 2p "$script" | grep -q '^-- https://developer.apple.com/'; then
    say "$script: its second line must be the address of its source"
    bad=$((bad + 1))
  elif $update; then
    cp "$found" "$expected"
  elif diff -u "$expected" "$found"; then
    good=$((good + 1))
  else
    bad=$((bad + 1))
  fi
done
# Scripts run to their end, or say what is different: nothing else.
$update || ((good + bad >= 40)) || { say "only $((good + bad)) scripts"; bad=$((bad + 1)); }
count_checks "$good" "$bad"
say "$good passed, $bad failed"
((bad == 0))
