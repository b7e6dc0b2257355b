#!/usr/bin/env bash
# Makes the packages and tries them as a user does, in a clean Debian 12 from mmdebstrap: install, demo, doctor, upgrade
# with state kept, remove; the tarball in one without them; the steps of the Containerfile in another.
#
#   scripts/checks/package.sh [--twice]    --twice: builds a second time elsewhere and compares the bytes
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"
twice=false
case "$*" in
  "") ;;
  --twice) twice=true ;;
  *) die 64 "usage: scripts/checks/package.sh [--twice]" ;;
esac
((EUID == 0)) || die 77 "only root can install packages into another root: sudo scripts/checks/package.sh"
packages=.build/packages
work=.build/package-check
base=$work/debian.tar
root=$work/root
checked=0

ok() { # ok WORDS…
  say "ok: $*"
  checked=$((checked + 1))
}

fail() {
  say "FAILED: $*" >&2
  exit 1
}

# clean: a new root, without packages of ours.
clean() {
  leave
  rm -rf "$root"
  mkdir -p "$root"
  tar -xf "$base" -C "$root"
  cp /etc/resolv.conf "$root/etc/" 2>/dev/null || true
  mount -t proc proc "$root/proc"
  mount --bind /dev "$root/dev"
}

leave() {
  ! mountpoint -q "$root/proc" || umount "$root/proc"
  ! mountpoint -q "$root/dev" || umount "$root/dev"
}
trap leave EXIT

# inside COMMAND…: in the root, with an environment of its own.
inside() { env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 TZ=UTC DEBIAN_FRONTEND=noninteractive \
  chroot "$root" "$@"; }

install_debs() { # install_debs [--no-install-recommends] DEB…
  inside apt-get -qq update >/dev/null
  inside apt-get -qq --yes install "$@" >"$work/apt.log" 2>&1 || { cat "$work/apt.log" >&2; fail "apt-get install $*"; }
}

make_base() {
  [[ ! -s $base ]] || return 0
  local sources=/etc/apt/sources.list
  [[ ! -s /etc/apt/sources.list.d/debian.sources ]] || sources=/etc/apt/sources.list.d/debian.sources
  mmdebstrap --quiet --variant=minbase bookworm "$base" "$sources"
}

# The program asks for nothing beyond what a Debian without packages has, and libstdc++.
check_libraries() {
  local needed others
  needed=$(objdump -p .build/package/stage/usr/bin/geoscript | awk '$1 == "NEEDED" { print $2 }')
  others=$(grep -vE '^(libc|libm|libdl|libpthread|librt|libutil|ld-linux-[a-z0-9-]+|libstdc\+\+|libgcc_s)\.so' <<<"$needed" || true)
  [[ -z $others ]] || fail "the program needs $others"
  ok "the program needs only glibc and libstdc++"
  local newest
  newest=$(objdump -T .build/package/stage/usr/bin/geoscript | grep -o 'GLIBC_[0-9.]*' | sort -uV | tail -n 1)
  [[ $(printf '%s\n' GLIBC_2.36 "$newest" | sort -V | tail -n 1) == GLIBC_2.36 ]] || fail "the program needs $newest"
  ok "the program runs with glibc 2.36"
}

demo() { # demo COMMAND WHERE: the example of the README gives its alerts.
  local output
  output=$(inside "$1" run "$2/examples/geofence.lua" --from "$2/examples/tracks/zbevnica-hike.gpx" 2>/dev/null)
  [[ $output == "$(cat examples/expected/geofence.txt)" ]] ||
    fail "the demo printed: $output"
}

check_install() {
  install_debs --no-install-recommends "/tmp/$new"
  demo geoscript /usr/share/geoscript
  ok "the demo runs after an installation without recommended packages"
  inside geoscript doctor >"$work/doctor.txt" || fail "doctor: $(cat "$work/doctor.txt")"
  ! grep -q '^fail' "$work/doctor.txt" || fail "doctor: $(cat "$work/doctor.txt")"
  grep -q '^ok    libcurl' "$work/doctor.txt" || fail "doctor misses libcurl: $(cat "$work/doctor.txt")"
  ok "doctor finds no fault"
  # In letters that only iconv knows.
  printf '%s' '<?xml version="1.0" encoding="ISO-8859-2"?><gpx version="1.1"><trk><name>' $'\xb9\xe8\xbe' \
    '</name><trkseg><trkpt lat="1" lon="2"><time>2026-01-01T00:00:00Z</time></trkpt></trkseg></trk></gpx>' >"$root/tmp/a.gpx"
  [[ $(inside geoscript convert --device-by track /tmp/a.gpx /tmp/a.ndjson && cat "$root/tmp/a.ndjson") == *ščž* ]] ||
    fail "letters of ISO 8859-2"
  ok "GPX in ISO 8859-2 is read"
  inside test -s /usr/share/man/man1/geoscript.1.gz || inside dpkg -L geoscript | grep -q man1/geoscript.1.gz ||
    fail "there is no manual page"
  inside bash -c '. /usr/share/bash-completion/completions/geoscript && complete -p geoscript' >/dev/null ||
    fail "completion in bash"
  ok "manual pages and completions are there"
}

check_recommended() {
  install_debs "/tmp/$gazetteer" libpangocairo-1.0-0 libpangoft2-1.0-0 libdeflate0 libjpeg62-turbo libwebp7 fonts-dejavu-core
  inside geoscript draw /usr/share/geoscript/examples/tracks/zbevnica-hike.gpx -o /tmp/hike.png >/dev/null
  [[ $(head -c 4 "$root/tmp/hike.png" | tail -c 3) == PNG ]] || fail "geoscript draw"
  ok "pictures are drawn with the recommended libraries"
  inside geoscript gazetteer info | grep -q /usr/share/geoscript/gazetteer.sqlite || fail "the gazetteer is not found"
  [[ $(inside geoscript geocode Visnjan) == *Vi* ]] || fail "the gazetteer does not know Višnjan"
  ok "the gazetteer of the package answers"
}

# An earlier version keeps what it knows when a newer one comes, and when the package goes.
check_upgrade() {
  local words=(run /usr/share/geoscript/examples/fleet.lua --from /usr/share/geoscript/examples/tracks/fleet.ndjson)
  rm -rf "$work/old"
  dpkg-deb -R "$packages/$new" "$work/old"
  sed -i 's/^Version: .*/&~earlier/' "$work/old/DEBIAN/control"
  dpkg-deb --root-owner-group --build "$work/old" "$root/tmp/earlier.deb" >/dev/null
  install_debs --no-install-recommends --allow-downgrades /tmp/earlier.deb
  inside dpkg -s geoscript | grep -q '~earlier$' || fail "the earlier version is not installed"
  inside geoscript "${words[@]}" --state /var/lib/fleet >/dev/null 2>&1
  inside geoscript state list --state /var/lib/fleet >"$work/before.txt"
  printf 'state = "state"\n' >"$root/etc/geoscript/fleet.toml"
  install_debs --no-install-recommends "/tmp/$new"
  inside geoscript state list --state /var/lib/fleet | diff "$work/before.txt" - || fail "the upgrade lost state"
  [[ -s $work/before.txt ]] || fail "there was no state"
  ok "an upgrade keeps states"
  inside apt-get -qq --yes remove geoscript >/dev/null 2>&1
  ! inside sh -c 'command -v geoscript' || fail "geoscript is still there"
  inside test -s /etc/geoscript/fleet.toml || fail "removing took a configuration"
  inside test -d /var/lib/fleet || fail "removing took a state"
  inside apt-get -qq --yes purge geoscript >/dev/null 2>&1
  local left
  left=$(inside sh -c 'ls -d /usr/share/geoscript/examples /usr/share/man/man7/geoscript* /lib/systemd/system/geoscript* 2>/dev/null' || true)
  [[ -z $left ]] || fail "left behind: $left"
  ok "removing takes the program and leaves configurations and states"
}

check_unit() {
  local unit=.build/package/geoscript/lib/systemd/system/geoscript@.service
  systemd-analyze security --offline=true --threshold=20 "$unit" >"$work/security.txt" ||
    fail "systemd-analyze security: $(tail -n 3 "$work/security.txt")"
  ok "the unit's sandbox: $(tail -n 1 "$work/security.txt")"
  mandoc -Tlint -W warning <(zcat .build/package/stage/usr/share/man/man1/geoscript-run.1.gz) || fail "geoscript-run(1)"
  ok "geoscript-run(1) is clean"
}

# On a Debian without our package, with libstdc++ alone.
check_tarball() {
  clean
  install_debs --no-install-recommends libstdc++6
  tar -xf "$packages"/geoscript-*.tar.xz -C "$root/opt"
  local folder
  folder=$(cd "$root/opt" && echo geoscript-*)
  demo "/opt/$folder/bin/geoscript" "/opt/$folder/share/geoscript"
  ok "the demo runs from the tarball"
}

# The steps of the Containerfile, as a container engine would take them.
check_containerfile() {
  clean
  cp "$packages"/geoscript*.deb "$root/tmp/"
  sed -n '/^RUN /,/[^\\]$/p' scripts/package.d/Containerfile | sed 's/^RUN //' >"$root/tmp/steps"
  inside sh -e /tmp/steps >"$work/container.log" 2>&1 || { cat "$work/container.log" >&2; fail "the Containerfile"; }
  inside su geoscript -s /bin/sh -c 'cd /work && geoscript run /usr/share/geoscript/examples/hello.lua' >/dev/null ||
    fail "geoscript in the container"
  ok "the steps of the Containerfile give a root in which geoscript runs"
}

mkdir -p "$work"
scripts/setup --package
scripts/package
if $twice; then
  rm -rf .build/package-again
  PACKAGE_SCRATCH=.build/package-again scripts/package .build/packages-again >/dev/null
  diff "$packages/SHA256SUMS" .build/packages-again/SHA256SUMS || fail "a second build has other bytes"
  ok "a second build has the same bytes"
fi
make_base
new=$(cd "$packages" && echo geoscript_*.deb)
gazetteer=$(cd "$packages" && echo geoscript-gazetteer_*.deb)
check_libraries
check_unit
clean
cp "$packages"/*.deb "$root/tmp/"
check_install
check_recommended
check_upgrade
check_tarball
check_containerfile
count_checks "$checked" 0
