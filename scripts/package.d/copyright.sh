#!/usr/bin/env bash
# Prints the licenses of geoscript and of everything that is part of the packaged program.
#
#   scripts/package.d/copyright.sh SCRATCH
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"

part() { # part TITLE FILE
  printf '\n\n%s\n\n' "== $1 =="
  cat "$2"
}

say "geoscript is under the license below. Its data and the libraries that are part of the program have their own,"
say "which follow."
part geoscript LICENSE
part "data of the base map" Sources/GeoRender/LICENSES.md
part "data of the built-in gazetteer" Sources/CGazetteer/LICENSES.md
part "data and figures of the core" Sources/Geo/LICENSES.md
part "MapLibre GL JS, which draws the maps of pages" Sources/CPage/LICENSES.md
part "tracks in the examples" examples/tracks/LICENSES.md
for package in liblua5.4-dev libgeographiclib-dev libxml2-dev libicu-dev liblzma-dev libsqlite3-dev zlib1g-dev \
  libsimdjson-dev libtomlplusplus-dev libosmium2-dev; do
  part "${package%-dev}" "/usr/share/doc/$package/copyright"
done
for package in swift-argument-parser swift-atomics swift-collections swift-nio swift-system; do
  [[ ! -f $1/checkouts/$package/LICENSE.txt ]] || part "$package" "$1/checkouts/$package/LICENSE.txt"
done
part "the Swift runtime" "$(dirname "$(dirname "$(realpath "$(command -v swift)")")")/share/swift/LICENSE.txt"
