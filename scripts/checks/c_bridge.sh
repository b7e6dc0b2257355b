#!/usr/bin/env bash
# Compares the replacements of string and table functions with Lua's own library, with sanitizers.
# `scripts/checks/c_bridge.sh bench` times them instead, optimized. Before that, it checks that the C files keep their layers.
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"

scripts/checks/c_layers.py
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
flags=(-std=gnu11 -Wall -Wextra -Werror -g -ISources/CLuaBridge/include)
sources=(Tests/CLuaBridge/main.c Sources/CLuaBridge/lb_{keys,pairs,next,table,sort,describe,match,capture,find,gsub,format}.c)
read -ra lua <<<"$(pkg-config --cflags --libs lua5.4)"
if [[ ${1:-} == bench ]]; then
  "${CC:-cc}" "${flags[@]}" -O2 "${sources[@]}" "${lua[@]}" -lm -o "$out/checks"
  "$out/checks" Tests/CLuaBridge/bench.lua
else
  "${CC:-cc}" "${flags[@]}" -O1 -fsanitize=address,undefined -fno-sanitize-recover=undefined \
    "${sources[@]}" "${lua[@]}" -lm -o "$out/checks"
  "$out/checks" Tests/CLuaBridge/checks.lua "$@"
fi
