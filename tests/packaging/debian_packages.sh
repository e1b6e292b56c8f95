#!/usr/bin/env bash
# debian_packages.sh CMAKE BUILD OUTPUT: makes the Debian packages of BUILD in OUTPUT, alone there, lets lintian look at them,
# and looks at what they depend on. ways/deb.sh installs and uses them.
set -euo pipefail
cmake=$1 build=$2 output=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
  echo "debian_packages: $*" >&2
  exit 1
}
for command in dpkg-shlibdeps file lintian; do
  if ! command -v "$command" >/dev/null; then
    [[ ${CI:-} != true ]] || fail "in CI $command has to be there"
    echo "skipped: $command is not on this machine (packages dpkg-dev, file and lintian)"
    exit 77
  fi
done

# Compressed less than what is handed out, in a fraction of the time.
DPKG_DEB_COMPRESSOR_LEVEL=0 "$(dirname "$(command -v "$cmake")")/cpack" --config "$build/CPackConfig.cmake" -B "$work" >"$work/log" 2>&1 ||
  fail "cpack: $(tail -n 20 "$work/log")"
for name in libxeforge0 libxeforge-dev xeforge; do
  package=$(echo "$work/${name}"_*_amd64.deb)
  [[ -f $package ]] || fail "no package $name: $(ls "$work")"
  [[ $(dpkg-deb -f "$package" Package) == "$name" ]] || fail "$package is called $(dpkg-deb -f "$package" Package)"
  dpkg-deb -x "$package" "$work/root"
  echo "$name: $(stat -c %s "$package") bytes, depends on $(dpkg-deb -f "$package" Depends)"
done
dpkg-deb -f "$work"/libxeforge0_*.deb Depends | grep -q 'libtbb12' || fail "libxeforge0 does not name libtbb12"
dpkg-deb -f "$work"/libxeforge-dev_*.deb Depends | grep -q 'libxeforge0 (= ' || fail "libxeforge-dev does not name its libxeforge0"
dpkg-deb --ctrl-tarfile "$work"/libxeforge0_*.deb | tar -x -C "$work" ./shlibs
grep -q '^libxeforge 0 libxeforge0' "$work/shlibs" || fail "shlibs: $(cat "$work/shlibs")"
for file in lib/libxeforge.so.0 lib/libxeforge.so include/xeforge/xeforge.h bin/xeforge bin/xeforge-cxx share/man/man1/xeforge.1.gz; do
  [[ -e $work/root/usr/$file ]] || fail "no /usr/$file in the packages"
done
[[ $(dpkg-deb --ctrl-tarfile "$work"/libxeforge0_*.deb | tar -xO ./triggers) == "activate-noawait ldconfig" ]] ||
  fail "libxeforge0 does not have ldconfig run"
lintian --fail-on error,warning --tag-display-limit 0 "$work"/*.deb >"$work/lintian" 2>&1 || fail "lintian: $(cat "$work/lintian")"
rm -rf "$output"
mkdir -p "$output"
mv "$work"/*.deb "$output"
echo "debian_packages: right, in $output"
