#!/usr/bin/env bash
# deb.sh WHERE DATA CONSUMER PACKAGES: installs the packages of a folder, then uses the programs, a manual page, and the libraries
# from C by pkg-config and from C++ by find_package.
set -euo pipefail
source "$(dirname "$0")/common.sh"
prefix=/usr
if [[ $where == bare ]]; then
  step "apt-get update" apt-get update
  step "apt-get install ./*.deb" system "$1"/*.deb
  step "apt-get install of a compiler, cmake, pkg-config and man" system g++ cmake make pkg-config man-db
else
  prefix=$work/root/usr
  for package in "$1"/*.deb; do dpkg-deb -x "$package" "$work/root"; done
  export PKG_CONFIG_PATH=$prefix/lib/pkgconfig LD_LIBRARY_PATH=$prefix/lib
fi
programs "$prefix"
gzip -dc "$prefix/share/man/man1/xeforge-run.1.gz" | grep -q '^\.SH SYNOPSIS' || fail "no manual page of xeforge run"
if [[ $where == bare ]]; then
  man xeforge-run 2>&1 | grep -q 'softmax' || fail "man xeforge-run says $(man xeforge-run 2>&1 | head)"
fi
read -ra flags < <(pkg-config --cflags --libs xeforge) || fail "pkg-config does not know xeforge"
"${CC:-cc}" -std=c99 "$consumer/from_c.c" "${flags[@]}" -lm -o "$work/from_c"
"$work/from_c" >/dev/null || fail "the program built with pkg-config gives a wrong result"
by_cmake "$prefix"
echo "deb: right"
