#!/usr/bin/env bash
# Checks the Lua scripts of the repository with luacheck and our own standard, and with geoscript check.
#
#   scripts/checks/lua.sh
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"
need_built "$program"
mkdir -p "$logs"

"$program" stubs --luacheck >"$logs/luacheckrc"
luacheck=(luacheck --no-color --quiet --config "$logs/luacheckrc")
"${luacheck[@]}" examples Tests/golden Tests/pictures --exclude-files Tests/golden/mistakes \
  Tests/golden/otr
# Hooks are written for OwnTracks Recorder: with its globals, and with their own.
"${luacheck[@]}" Tests/golden/otr --globals otr --allow-defined --ignore 131 212 214
# A sketch keeps the parameters of its listing, and shares its names with the scripts beside it.
"${luacheck[@]}" Tests/sketches --allow-defined --ignore 131 212 431 432
# Specs make mistakes on purpose: fields that are not there or read-only, variables never set, comparisons with NaN, loops
# that end at once.
"${luacheck[@]}" Tests/specs --ignore 122 142 143 221 512 581 --exclude-files Tests/specs/output Tests/specs/modules/broken.lua \
  Tests/specs/sketches
"$program" check examples >"$logs/check-output"
# Warnings count here, because examples should not have any.
if [[ -s $logs/check-output ]]; then
  cat "$logs/check-output"
  exit 1
fi
