# shellcheck shell=bash
# What the scripts share. Sourced, never run: goes to the top of the repository, says and dies alike,
# runs steps and counts them.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

logs=.build/logs
# Has the Python packages that checks compare with; scripts/setup --test makes it.
check_python=.build/check-venv/bin/python
# The centre of Helsinki of OpenStreetMap; scripts/setup --test fetches it.
helsinki=.build/helsinki.osm.pbf
passed=0
failed=0

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

# step TITLE COMMAND…: runs COMMAND with its output in a log and prints one line with its time; a failure also
# prints the end of the log. COMMAND counts as one check, or as many as it reports with count_checks.
step() {
  local title=$1 log status=0 start=$EPOCHREALTIME seconds good=1 bad=0
  shift
  mkdir -p "$logs"
  log=$logs/${title// /-}.log
  rm -f "$logs/counts"
  set +e
  (
    set -e
    "$@"
  ) >"$log" 2>&1
  status=$?
  set -e
  ((status == 0)) || { good=0 bad=1; }
  if [[ -f $logs/counts ]]; then
    read -r good bad <"$logs/counts"
    ((status == 0 || bad > 0)) || bad=1
    ((status != 0 || bad == 0)) || status=1
  fi
  ((passed += good, failed += bad)) || true
  seconds=$(awk -v a="$start" -v b="$EPOCHREALTIME" 'BEGIN { printf "%.1f", b - a }')
  if ((status == 0)); then
    printf '== %-20s ok %8s s  (%d passed)\n' "$title" "$seconds" "$good"
  else
    printf '== %-20s FAILED %4s s  (%d passed, %d failed)\n' "$title" "$seconds" "$good" "$bad"
    {
      # What went wrong first, in case the end of a long log does not show it; the tests themselves warn a lot.
      if (($(wc -l <"$log") > 60)); then
        { grep -F '✘' "$log" || grep -E 'error:|warning:' "$log"; } | head -n 40
        say "…"
      fi
      tail -n 60 "$log"
    } | sed 's/^/   | /' || true
  fi
  return 0
}

# count_checks PASSED FAILED: said by a step that is more than one check.
count_checks() { printf '%d %d\n' "$1" "$2" >"$logs/counts"; }

# The closing line, and the status that goes with it.
finish() {
  printf '%d passed, %d failed\n' "$passed" "$failed"
  ((failed == 0))
}

# Steps that more than one script runs.

check_format() { swift format lint --strict --recursive Package.swift Sources Tests; }

# Fails on a warning in our own code, and touches the file so that the next build says it again.
debug_build() {
  local output=$logs/build-output file warned=()
  rm -f "$logs/built"
  swift build --build-tests 2>&1 | tee "$output"
  touch "$logs/built"
  mapfile -t warned < <(
    sed -nE "s#^$PWD/((Sources|Tests)/[^:]+):[0-9]+:[0-9]+: warning: .*#\1#p" "$output" | sort -u
  )
  for file in "${warned[@]}"; do
    touch "$file"
    say "warnings count as errors: $file"
  done
  ((${#warned[@]} == 0))
}

# The command and the benchmarks; named one by one, or the tests would be built too.
release_build() {
  swift build -c release --product geoscript
  swift build -c release --product geobench
  swift build -c release --product geofence
}

# What is generated from something else in the repository, is it as its generator would write it?
check_freshness() {
  fresh Sources/Geo/Geodesy/WMM2025.gen.swift "$check_python" scripts/generate_magnetic_model.py
  fresh Sources/Geo/Geocoding/Text/TextFolding+Table.gen.swift scripts/generate_folding.py
  fresh Tests/GeoTests/Geocoding/FoldingHashes.gen.swift scripts/generate_folding.py
  fresh Sources/Geo/UI/FontMetrics.gen.swift "$check_python" scripts/generate_font_metrics.py
  fresh Tests/GeoTests/Map/MercatorValues.gen.swift "$check_python" scripts/check_mercator.py --table
  fresh examples/tracks/walk-and-drive.ndjson "$check_python" scripts/make_compass.py
  scripts/make_picture --check
  sha256sum --check --quiet Sources/CGazetteer/made-of.sha256 ||
    die 1 "the built-in gazetteer is not of what scripts/gazetteer says; run scripts/make_gazetteer --built-in and commit"
}

# fresh FILE COMMAND…: fails where the command would write the file otherwise than it is.
fresh() {
  local file=$1 before
  shift
  before=$(mktemp)
  cp "$file" "$before"
  "$@"
  if ! diff -u "$before" "$file"; then
    cp "$before" "$file"
    rm "$before"
    die 1 "$file is not what $* writes; run it and commit"
  fi
  rm "$before"
}

# The scripts in the repository, looked at by luacheck with our own standard, and by our own checker.
check_lua() {
  .build/release/geoscript stubs --luacheck >"$logs/luacheckrc"
  local luacheck=(luacheck --no-color --quiet --config "$logs/luacheckrc")
  "${luacheck[@]}" examples/*.lua Tests/golden Tests/pictures
  # Specs make mistakes on purpose: fields that are not there or read-only, variables never set, comparisons with NaN.
  "${luacheck[@]}" Tests/specs --ignore 122 142 143 221 581 --exclude-files Tests/specs/output Tests/specs/modules/broken.lua
  .build/release/geoscript check examples/*.lua >"$logs/check-output"
  # Warnings count here: an example should have none.
  if [[ -s $logs/check-output ]]; then
    cat "$logs/check-output"
    return 1
  fi
}

check_oracle() { GEOBENCH=.build/release/geobench scripts/check_oracle; }

check_geodesics() { scripts/check_geodesics.py .build/release/geobench; }

check_shapes() {
  scripts/check_shapes.py .build/release/geobench
  scripts/check_polygons.py .build/release/geobench
}

check_declinations() { "$check_python" scripts/check_declinations.py .build/release/geobench; }

check_nmea() { "$check_python" scripts/check_nmea.py .build/release/geobench; }
check_simulation() { "$check_python" scripts/check_simulation.py .build/release/geoscript; }

check_mercator() { "$check_python" scripts/check_mercator.py .build/release/geobench; }
check_world_map() { "$check_python" scripts/check_world_map.py .build/release/geobench; }

# Where no package can be had there is nothing to check.
check_places() {
  [[ -s .build/gazetteer/gazetteer.sqlite ]] || return 0
  "$check_python" scripts/check_places .build/release/geobench .build/gazetteer
}

# The Swift tests as debug_build left them: building here again would use up the warnings.
swift_tests() {
  [[ -f $logs/built ]] || die 70 "not built, see the step before"
  run_swift_tests --skip-build
}

# Streets and houses against what Nominatim answers now, not when its answers were recorded.
check_streets_live() {
  scripts/nominatim run scripts/record_streets.py .build/helsinki-live.tsv
  GEOSCRIPT_HELSINKI=$PWD/.build/helsinki-live.tsv run_swift_tests --skip-build --filter HelsinkiTests
}

# Leaks are counted by the tests themselves, which know how many objects should live: the sanitizer takes Swift's
# tagged pointers in enumerations for lost ones.
address_sanitizer() {
  ASAN_OPTIONS=detect_leaks=0 run_swift_tests --sanitize=address --scratch-path .build/asan
}

# run_swift_tests OPTION…: each test function is one check.
run_swift_tests() {
  local output=$logs/tests-output status=0 good bad
  export SWIFT_BACKTRACE=registers=none,images=none
  swift test --disable-xctest "$@" 2>&1 | tee "$output" || status=$?
  good=$(grep -cE '^[^ ]+ +Test .* passed after ' "$output" || true)
  bad=$(grep -cE '^[^ ]+ +Test .* failed after ' "$output" || true)
  # The run's own line, «Test run with …», is no test.
  if grep -qE '^[^ ]+ +Test run with .* passed after ' "$output"; then good=$((good - 1)); fi
  if grep -qE '^[^ ]+ +Test run with .* failed after ' "$output"; then bad=$((bad - 1)); fi
  count_checks "$good" "$bad"
  return "$status"
}
