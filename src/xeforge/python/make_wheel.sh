#!/usr/bin/env bash
# make_wheel.sh BUILD VENV OUTPUT: the wheel as it is handed out, in OUTPUT, alone there. Bundles the libraries that not
# every system has, names the oldest glibc it runs with, and checks size and description. VENV gets the tools, from PyPI;
# where that cannot be reached, outside continuous integration, the exit code is 77.
set -euo pipefail
build=$(realpath "$1") venv=$(realpath -m "$2") output=$(realpath -m "$3")
here=$(dirname "$(realpath "${BASH_SOURCE[0]}")")
fail() {
  echo "make_wheel: $*" >&2
  exit 1
}
source "$here/../../../tools/waiting.sh"
largest=$((30 * 1000 * 1000)) platform=manylinux_2_34_x86_64

requirements=$here/wheel-requirements.txt quiet=(--quiet --progress-bar off)
[[ ! -t 1 ]] || quiet=() # pip shows how far it is
if ! cmp -s "$requirements" "$venv/installed-requirements.txt"; then
  python3 -m venv --clear "$venv"
  if ! "$venv/bin/python" -m pip --disable-pip-version-check install "${quiet[@]}" -r "$requirements"; then
    [[ ${CI:-} != true ]] || fail "pip cannot install $requirements; the reason is above"
    echo "skipped: pip cannot install $requirements; the reason is above"
    exit 77
  fi
  cp "$requirements" "$venv/installed-requirements.txt"
fi
version=$(sed -nE 's/^project\(xeforge VERSION ([0-9.]+) .*/\1/p' "$here/../../../CMakeLists.txt")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
wheel=$(waiting "putting the wheel together" python3 "$here/build_wheel.py" "$build" "$version" "$work")
# LLVM's library is that of the device tools, which alone start the program that needs it.
# The libraries' folder of the build comes first where they are looked for, then the system's.
PATH="$venv/bin:$PATH" waiting "bundling the libraries" "$venv/bin/auditwheel" repair --plat "$platform" --only-plat --exclude "libLLVM*" --wheel-dir "$work/repaired" "$wheel" \
  >"$work/log" 2>&1 || fail "auditwheel: $(tail -n 5 "$work/log")"
waiting "checking the wheel" "$venv/bin/twine" check --strict "$work"/repaired/*.whl >"$work/log" 2>&1 || fail "twine: $(cat "$work/log")"
size=$(stat -c %s "$work"/repaired/*.whl)
((size <= largest)) || fail "the wheel has $size bytes; expected at most $largest"
mkdir -p "$output"
rm -f "$output"/*.whl
mv "$work"/repaired/*.whl "$output"
echo "make_wheel: $(ls "$output"/*.whl), $((size / 1000000)).$((size / 100000 % 10)) MB"
