#!/usr/bin/env bash
# Compares every event of the region engine with those of the oracle of scripts/generate/workload.py: none more, none
# less.
#
#   scripts/checks/oracle.sh [PRESET [FIXES]]     C100 and C10k with 100,000 fixes each, unless others are named
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"
need_built "$geobench"
work=.build/oracle
mkdir -p "$work"

check() {
  local preset=$1 fixes=$2 buffer=$3 dir="$work/$1-$2-$3"
  if [[ ! -s "$dir/summary.json" ]]; then
    python3 scripts/generate/workload.py --preset "$preset" --fixes "$fixes" --oracle --metric wgs84 --settle \
      --buffer "$buffer" --out "$dir" >"$dir.log" 2>&1 || { cat "$dir.log" >&2; return 1; }
  fi
  "$geobench" oracle "$dir" --buffer "$buffer" | sort >"$dir/ours.sorted"
  sort "$dir/events.csv" >"$dir/events.sorted"
  local events
  events=$(($(wc -l <"$dir/events.csv") - 1))
  if ! diff "$dir/events.sorted" "$dir/ours.sorted" >"$dir/differences"; then
    echo "oracle $preset, $fixes fixes, buffer $buffer: DIFFERENT, < oracle > engine; see $dir/differences" >&2
    head -n 10 "$dir/differences" >&2
    return 1
  fi
  if ((events == 0)); then
    echo "oracle $preset, $fixes fixes, buffer $buffer: no events, so nothing was compared" >&2
    return 1
  fi
  echo "oracle $preset, $fixes fixes, buffer $buffer: $events events, all equal"
}

presets=(C100 C10k)
(($# > 0)) && presets=("$1")
for preset in "${presets[@]}"; do
  for buffer in 0 20 100; do check "$preset" "${2:-100000}" "$buffer"; done
done
