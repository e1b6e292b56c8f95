#!/bin/bash
# Unpacks the offline compiler for Intel GPUs (clang, the SPIR-V translator, ocloc with IGC, iga64) into a folder, without
# root and without touching the system's packages.
#
#   tools/device-tools.sh [FOLDER]        default: .device-tools in the repository
#   xeforge-device-tools [FOLDER]         the same, installed; default: share/xeforge/device-tools of the installation
#
# The packages come from the Debian mirror in this machine's own apt sources, suite sid; apt checks the archive's
# signatures and every package's hash. tools/device-tools.versions pins the versions. Where the mirror has moved on, the
# version it has is taken and FOLDER/VERSIONS says so; that file goes into every compile report.
# FOLDER is built aside and renamed at the end: it is complete or it is not there. Running again does nothing.
set -euo pipefail

if [[ ${1:-} == --help ]]; then
  sed -nE '2,/^[^#]/s/^# ?//p' "${BASH_SOURCE[0]}"
  exit 0
elif [[ ${1:-} == -* || $# -gt 1 ]]; then
  printf 'device-tools: got %s; expected a folder, --help, or nothing\n' "$*" >&2
  exit 2
fi
above=$(dirname "$(dirname "$(realpath "${BASH_SOURCE[0]}")")")
versions_file=$above/tools/device-tools.versions usual=$above/.device-tools
if [[ ! -e $versions_file ]]; then # installed
  versions_file=$above/share/xeforge/device-tools.versions usual=$above/share/xeforge/device-tools
fi
target=$(realpath -m "${1:-$usual}")
keyring=/usr/share/keyrings/debian-archive-keyring.gpg
suite=sid
steps=5

say() { printf 'device-tools: %s\n' "$*"; }
step() { say "[$1/$steps] $2"; }
fail() {
  printf 'device-tools: %s\n' "$*" >&2
  exit 1
}

# --- what is needed, and whether it is there already ---------------------------------------------------------------
for command in apt-get apt-cache dpkg dpkg-deb flock sha256sum; do
  command -v "$command" >/dev/null || fail "needs the command $command, which this machine does not have (a Debian system has it)"
done
[[ $(dpkg --print-architecture) == amd64 ]] || fail "the offline compiler exists for amd64 only; this machine is $(dpkg --print-architecture)"
[[ -r $keyring ]] || fail "no archive keyring at $keyring (package debian-archive-keyring)"
[[ -r $versions_file ]] || fail "cannot read $versions_file"

wanted_stamp="$(sha256sum <"$versions_file" | cut -d' ' -f1)"
stamp_of() { cat "$1/COMPLETE" 2>/dev/null || true; }
if [[ $(stamp_of "$target") == "$wanted_stamp" ]]; then
  say "$target is complete; nothing to do"
  exit 0
fi

mkdir -p "$(dirname "$target")" || fail "cannot create $(dirname "$target")"
# The lock is on the folder around it, which stays, and goes with the descriptor.
exec {lock}<"$(dirname "$target")" || fail "cannot read $(dirname "$target")"
flock -n "$lock" || fail "another run is filling $target; wait for it and run again"

rm -rf "$target".partial.* # of a run that was killed
work=$(mktemp -d "$target.partial.XXXXXX") || fail "cannot create a folder beside $target"
trap 'rm -rf "$work"' EXIT
state=$work/apt prefix=$work/prefix
mkdir -p "$state"/{lists/partial,cache/archives/partial} "$work/packages" "$prefix"
: >"$state/status"

apt_options=(
  -o "Dir::Etc::sourcelist=$state/sources.list" -o Dir::Etc::sourceparts=- -o Dir::Etc::preferences=/dev/null
  -o Dir::Etc::preferencesparts=/dev/null -o "Dir::State=$state" -o "Dir::State::lists=$state/lists"
  -o "Dir::State::status=$state/status" -o "Dir::Cache=$state/cache" -o APT::Default-Release= -o Acquire::Languages=none
  -o Acquire::Check-Valid-Until=false -o Acquire::Retries=3 -o "APT::Sandbox::User=$(id -un)" -o APT::Update::Error-Mode=any
)
# The first error that apt wrote to FILE, in one line.
first_error() { grep -m1 -E '^(E|W|Err)' "$1" | cut -c1-240 || echo "no message; see apt's own log"; }

# --- the mirror -----------------------------------------------------------------------------------------------------
step 1 "reading the package index of $suite"
# shellcheck disable=SC2016  # apt-get expands the fields
mapfile -t mirrors < <(apt-get indextargets --format '$(ORIGIN)|$(LABEL)|$(SITE)' 'Created-By: Packages' 2>/dev/null |
  awk -F'|' '($1 == "Debian" && $2 == "Debian") || $3 ~ /\/debian\/?$/ { if (!seen[$3]++) print $3 }')
[[ ${#mirrors[@]} -gt 0 ]] || fail "no Debian mirror in this machine's apt sources"
found=
for mirror in "${mirrors[@]}"; do
  echo "deb [arch=amd64 signed-by=$keyring] $mirror $suite main" >"$state/sources.list"
  if apt-get "${apt_options[@]}" -q update >"$work/update.log" 2>&1; then
    found=yes
    break
  fi
done
[[ -n $found ]] || fail "cannot read the index of $suite from the mirror in the apt sources: $(first_error "$work/update.log")"

# --- which versions -------------------------------------------------------------------------------------------------
step 2 "comparing versions"
packages=() differing=0
mapfile -t names < <(awk '!/^#/ && NF {print $1}' "$versions_file")
declare -A available
while IFS='|' read -r package version _; do
  package=${package// /} version=${version// /}
  available[$package]+=" $version"
done < <(apt-cache "${apt_options[@]}" madison "${names[@]}" 2>/dev/null | grep Packages)
{
  echo "# PACKAGE VERSION ORIGIN, as unpacked here"
  while read -r package pinned; do
    read -r newest _ <<<"${available[$package]-}" || true
    [[ -n $newest ]] || fail "the mirror has no package $package (pinned: $pinned)"
    if [[ " ${available[$package]} " == *" $pinned "* ]]; then
      packages+=("$package=$pinned")
      echo "$package $pinned pinned"
    else
      packages+=("$package=$newest")
      differing=$((differing + 1))
      echo "$package $newest mirror (pinned: $pinned)"
    fi
  done < <(awk '!/^#/ && NF' "$versions_file")
} >"$prefix/VERSIONS"
if ((differing)); then
  say "note: for $differing of ${#packages[@]} packages the mirror has another version than the pinned one:"
  grep ' mirror ' "$prefix/VERSIONS" | sed 's/^/device-tools:   /'
fi

# --- download and unpack --------------------------------------------------------------------------------------------
step 3 "downloading ${#packages[@]} packages (about 73 MB)"
number=0
(cd "$work/packages" && apt-get "${apt_options[@]}" -q download "${packages[@]}" 2>"$work/download.log") |
  while read -r word _ _ _ package _ version size; do
    [[ $word == Get:* ]] || continue
    number=$((number + 1))
    printf 'device-tools:   %2d/%d %s %s %s\n' "$number" "${#packages[@]}" "$package" "$version" "$size"
  done || fail "download failed: $(first_error "$work/download.log")"

step 4 "unpacking"
for package in "$work"/packages/*.deb; do
  dpkg-deb -x "$package" "$prefix" 2>"$work/unpack.log" || fail "cannot unpack $(basename "$package"): $(head -n1 "$work/unpack.log")"
done
rm -rf "$prefix"/usr/share/{doc,man,locale,lintian,bug,info} "${prefix:?}/etc"

# --- does every tool start? -----------------------------------------------------------------------------------------
step 5 "starting each tool once"
start() {
  local tool=$1
  shift
  "$prefix/usr/lib64/ld-linux-x86-64.so.2" --library-path "$prefix/usr/lib/x86_64-linux-gnu:$prefix/usr/lib/llvm-22/lib" \
    "$tool" "$@" >"$work/start.log" 2>&1 || fail "$(basename "$tool") does not start: $(head -n1 "$work/start.log")"
}
start "$prefix/usr/lib/llvm-22/bin/clang" --version
start "$prefix/usr/bin/llvm-spirv-22" --version
start "$prefix/usr/bin/iga64" -h
start "$(echo "$prefix"/usr/bin/ocloc-*)" ids bmg
echo "$wanted_stamp" >"$prefix/COMPLETE"

[[ ! -e $target ]] || mv "$target" "$work/old"
mv "$prefix" "$target"
say "done: $(du -sh "$target" | cut -f1) in $target, $SECONDS s"
