#!/usr/bin/env bash
# way.sh NAME FOLDER ROOT: one of the ways in which a new user comes to xeforge (ways/NAME.sh), tried in a bare root with nothing
# but FOLDER: packages, a wheel, or an installation. ROOT is the file of pack_bare_root.sh, or another release of Debian by name.
# Where no bare root can be made it says why, and the way is gone on this machine, without what needs root; of another release
# the exit code is 77. Prints how long each step took.
set -euo pipefail
unset XEFORGE_PCH_DIR # which a new user does not have
name=$1 given=$2 packed='' release='' small=yes
if [[ $3 == *.tar ]]; then packed=$3; else release=$3; fi
here=$(dirname "$(realpath "${BASH_SOURCE[0]}")")
repository=$(dirname "$(dirname "$here")")
say() { printf '%s: %s\n' "$name" "$*"; }
fail() {
  printf '%s: %s\n' "$name" "$*" >&2
  exit 1
}
[[ -d $given ]] || fail "no folder $given; it is made before"

source "$repository/tools/bare_root.sh"
problem=$(no_bare_root)
if [[ -n $problem ]]; then
  if [[ -n $release ]]; then
    say "skipped: no bare root can be made: $problem"
    exit 77
  fi
  say "no bare root can be made: $problem; so on this machine"
  exec "$here/ways/$name.sh" here "$repository/examples/data" "$here/consumer" "$given"
fi
start=$SECONDS
open_bare_root
say "the bare root of $release is there, $((SECONDS - start)) s"
copy_to_root "$given" /given
copy_to_root "$here/ways" /ways
copy_to_root "$here/consumer" /consumer
copy_to_root "$repository/examples/data" /data
in_root root / "/ways/$name.sh" bare /data /consumer /given
