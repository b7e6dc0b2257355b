#!/usr/bin/env bash
# Compares all events of the region engine with those of the oracle of scripts/generate/workload.py, which must be
# the same.
#
#   scripts/checks/oracle.sh                    C100 in full; of C10k 300 of 1,000 devices, with 30,000 fixes
#   scripts/checks/oracle.sh PRESET [FIXES [DEVICES]]    100,000 fixes of 1,000 devices, unless there are others
#
# The workloads are drawn with $CHECK_SEED, or a seed that is printed.
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"
need_built "$geobench"
seed=${CHECK_SEED:-$((RANDOM % 10000 + 1))}
say "CHECK_SEED=$seed"
work=.build/oracle

check() { # check PRESET FIXES DEVICES BUFFER
  local preset=$1 fixes=$2 devices=$3 buffer=$4 dir=$work/$1-$4
  local drawn="$fixes $devices $seed"
  mkdir -p "$dir"
  if [[ ! -s $dir/drawn || $(<"$dir/drawn") != "$drawn" ]]; then
    rm -f "$dir/drawn"
    python3 scripts/generate/workload.py --preset "$preset" --fixes "$fixes" --devices "$devices" --seed "$seed" --oracle \
      --metric wgs84 --settle --buffer "$buffer" --out "$dir" >"$dir.log" 2>&1 || { cat "$dir.log" >&2; return 1; }
    printf '%s\n' "$drawn" >"$dir/drawn"
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

if (($# > 0)); then
  for buffer in 0 20 100; do check "$1" "${2:-100000}" "${3:-1000}" "$buffer"; done
else
  for buffer in 0 20 100; do
    check C100 100000 1000 "$buffer"
    check C10k 30000 300 "$buffer"
  done
fi
