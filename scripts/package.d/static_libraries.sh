#!/usr/bin/env bash
# Makes a folder in which the linker finds the libraries that become part of the program, before it finds the shared
# ones: Debian's archives, and simdjson, of which Debian has only the source.
#
#   scripts/package.d/static_libraries.sh FOLDER
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"
(($# == 1)) || die 64 "usage: scripts/package.d/static_libraries.sh FOLDER"
mkdir -p "$1"
folder=$(realpath "$1")
system=/usr/lib/$(gcc -print-multiarch)

for name in lua5.4 GeographicLib sqlite3 z; do
  [[ -f $system/lib$name.a ]] || die 69 "$system/lib$name.a is missing: run scripts/setup --package"
  ln -sf "$system/lib$name.a" "$folder/"
done

# The build asks pkg-config where libraries are, and hands its folder on before all others.
for name in lua5.4 sqlite3 zlib libxml-2.0; do
  file=$(pkg-config --variable=pcfiledir "$name")/$name.pc
  [[ -f $file ]] || die 69 "$name.pc is missing: run scripts/setup --package"
  sed "s|^libdir=.*|libdir=$folder|" "$file" >"$folder/$name.pc"
done

# libxml2 needs more than itself. The linker reads a text in place of a library as its own script.
icu=$(pkg-config --modversion icu-uc)
cc -O2 -c -DICU_VERSION="${icu%%.*}" -o "$folder/icu_without_data.o" scripts/package.d/icu_without_data.c
# An archive, because the linker comes here more than once.
rm -f "$folder/libicu_without_data.a"
ar rcsD "$folder/libicu_without_data.a" "$folder/icu_without_data.o"
printf 'GROUP ( %s )\n' "$system/libxml2.a $system/libicuuc.a $folder/libicu_without_data.a $system/liblzma.a $system/libz.a" \
  >"$folder/libxml2.so"

if [[ ! $folder/libsimdjson.a -nt $simdjson_source/simdjson.cpp ]]; then
  [[ -s $simdjson_source/simdjson.cpp ]] || die 69 "$simdjson_source is missing: run scripts/setup --package"
  c++ -O2 -DNDEBUG -std=c++17 -ffile-prefix-map="$PWD"=. -c -o "$folder/simdjson.o" "$simdjson_source/simdjson.cpp"
  rm -f "$folder/libsimdjson.a"
  ar rcsD "$folder/libsimdjson.a" "$folder/simdjson.o"
fi
