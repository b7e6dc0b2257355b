#!/usr/bin/env bash
# Checks that every generated file in the repository is what its generator writes today, and that every script that
# is mentioned anywhere exists.
#
#   scripts/checks/freshness.sh
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"

bad=0

# fresh FILE COMMAND…: reports if the command would change the file, and leaves the file as it was.
fresh() {
  local file=$1 before
  shift
  before=$(mktemp)
  cp -p "$file" "$before"
  if ! "$@" || ! diff -u "$before" "$file"; then
    say "✘ $file is not what $* writes; run it and commit"
    bad=1
  fi
  cp -p "$before" "$file"
  rm "$before"
}

fresh Sources/GeoCore/Geodesy/WMM2025.gen.swift "$check_python" scripts/generate/magnetic_model.py
fresh Sources/GeoGazetteer/Text/TextFolding+Table.gen.swift scripts/generate/folding.py
fresh Tests/GeoGazetteerTests/Text/FoldingHashes.gen.swift scripts/generate/folding.py
fresh Sources/GeoMap/UI/FontMetrics.gen.swift "$check_python" scripts/generate/font_metrics.py
fresh Tests/GeoMapTests/Geometry/MercatorValues.gen.swift scripts/checks/mercator.py --table
fresh examples/tracks/walk-and-drive.ndjson "$check_python" scripts/generate/compass.py
"$check_python" scripts/generate/demo_picture.py --check || bad=1
if ! sha256sum --check --quiet Sources/CGazetteer/made-of.sha256; then
  say "✘ the built-in gazetteer does not match scripts/generate/gazetteer; run scripts/generate/gazetteer.sh --built-in"
  bad=1
fi
while read -r path; do
  [[ -e $path ]] || { say "✘ nothing is at $path: $(git grep -lF "$path" | tr '\n' ' ')"; bad=1; }
done < <(git grep -hoE '\bscripts/[a-z_]+(\.d)?(/[A-Za-z0-9_]+)*(\.(py|sh|swift|c|cpp|hpp|dict|csv))?' | sort -u)
exit "$bad"
