#!/usr/bin/env bash
# Makes the default gazetteer of packages, where there is none: a quarter of a million places of the world with names in
# many scripts, borders, postal areas.
#
#   scripts/generate/gazetteer.sh              makes $XDG_DATA_HOME/geoscript/gazetteer.sqlite (~/.local/share/geoscript)
#   scripts/generate/gazetteer.sh --build      only makes the copy in .build/gazetteer that scripts/test asks
#   scripts/generate/gazetteer.sh --files      only writes the files that it is made of, which needs no geoscript
#   scripts/generate/gazetteer.sh --built-in   makes the set that is part of the program: Sources/CGazetteer
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"

case "$*" in
  "" | --build | --files | --built-in) ;;
  *) die 64 "usage: scripts/generate/gazetteer.sh [--build | --files | --built-in]" ;;
esac

work=.build/gazetteer
# Is newer than what the files were made of.
files=$work/files-made
made=$work/gazetteer.sqlite
own=${XDG_DATA_HOME:-$HOME/.local/share}/geoscript/gazetteer.sqlite
log=$logs/gazetteer.log

# logged COMMAND…: with its output in the log, of which the end is shown when it fails.
logged() {
  local status=0
  "$@" >>"$log" 2>&1 || status=$?
  ((status == 0)) || tail -n 20 "$log" >&2
  return "$status"
}

build_program() {
  need_swift
  [[ -x $program ]] || say "Building geoscript; the first build takes a minute or two."
  logged swift build -c release --product geoscript
}

make_built_in() {
  local set=$work/built-in.sqlite
  logged python3 scripts/generate/gazetteer --built-in "$work/built-in"
  build_program
  logged "$program" gazetteer build --restart --force --only-files --output "$set" \
    "$work"/built-in/*.geojson "$work"/built-in/*.txt "$work"/built-in/islands.csv scripts/generate/gazetteer/examples.csv
  cp "$set" Sources/CGazetteer/Gazetteer.sqlite
  cp "$set.pack" Sources/CGazetteer/Gazetteer.pack
  sha256sum scripts/generate/gazetteer/{borders,built_in,corrections,islands,seas}.py scripts/generate/gazetteer/{lakes,examples}.csv \
    >Sources/CGazetteer/made-of.sha256
  ls -l Sources/CGazetteer
}

changed_since() { find scripts/generate/gazetteer -name '*.py' -newer "$1" -o -name '*.csv' -newer "$1"; }

# Is there one, of what scripts/generate/gazetteer writes today, that this geoscript reads?
is_made() {
  [[ -s $made && -z $(changed_since "$made") ]] &&
    "$program" gazetteer info "$made" >>"$log" 2>&1
}

# Writes the files, where they are not of what scripts/generate/gazetteer says today.
make_files() {
  [[ ! -e $files || -n $(changed_since "$files") ]] || return 0
  if ! logged python3 scripts/generate/gazetteer "$work/default"; then
    say "The places of the world cannot be had (see $log): the built-in set of larger cities answers." >&2
    return 1
  fi
  touch "$files"
}

make_default() { # make_default [--build]
  if [[ -x $program ]] && is_made; then return; fi
  local fetching
  say "Making a gazetteer of packages: 60 MB to fetch, a minute or two to build"
  # The compiler works meanwhile.
  make_files &
  fetching=$!
  # scripts/test has just built it.
  if [[ $* != --build || ! -x $program ]]; then build_program || return; fi
  wait "$fetching" || return
  logged "$program" gazetteer build --restart --force --output "$made" "$work"/default/*.txt "$work"/default/*.csv
}

mkdir -p "$logs" "$work"
: >>"$log"
if [[ $* == --built-in ]]; then
  make_built_in
elif [[ $* == --files ]]; then
  make_files
elif [[ $* == --build ]]; then
  make_default --build
elif [[ ! -s $own ]]; then
  # Who has no packages has the built-in set.
  make_default || exit 0
  mkdir -p "$(dirname "$own")"
  # Whole or not at all.
  cp "$made" "$own.copy"
  cp "$made.pack" "$own.pack"
  mv "$own.copy" "$own"
  say "Made $own"
fi
