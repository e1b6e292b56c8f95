#!/usr/bin/env bash
# debian_packages.sh CMAKE BUILD CXX: makes the Debian packages of BUILD, looks at what they say of themselves, unpacks them
# into an empty folder, and uses them there: a program against the headers and libraries, and the command line.
set -euo pipefail
cmake=$1 build=$2 own=$3
here=$(dirname "$(realpath "${BASH_SOURCE[0]}")")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
  echo "debian_packages: $*" >&2
  exit 1
}
if ! command -v dpkg-shlibdeps >/dev/null || ! command -v file >/dev/null; then
  [[ ${CI:-} != true ]] || fail "in CI dpkg-dev and file have to be there"
  echo "skipped: dpkg-shlibdeps or file is not on this machine (packages dpkg-dev and file)"
  exit 77
fi

"$(dirname "$(command -v "$cmake")")/cpack" --config "$build/CPackConfig.cmake" -B "$work" >"$work/log" 2>&1 ||
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
for file in lib/libxeforge.so.0 share/doc/xeforge/LICENSE lib/libxeforge.so include/xeforge/xeforge.h bin/xeforge bin/xeforge-cxx; do
  [[ -e $work/root/usr/$file ]] || fail "no /usr/$file in the packages"
done
"${own/clang++/clang}" -std=c99 -I"$work/root/usr/include" "$here/consumer/from_c.c" -L"$work/root/usr/lib" -lxeforge -lm \
  -Wl,-rpath,"$work/root/usr/lib" -o "$work/from_c"
"$work/from_c" || fail "the program against the unpacked packages gives a wrong result"
"$work/root/usr/bin/xeforge" list >/dev/null || fail "the packaged xeforge does not run"
echo "debian_packages: right"
