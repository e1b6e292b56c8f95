#!/usr/bin/env bash
# pack_bare_root.sh TAR: makes the bare root of this machine's Debian release that the ways begin with (way.sh), once for all of
# them. Where none can be made it says why and leaves no file: the ways are then gone on this machine.
set -euo pipefail
say() { printf 'pack_bare_root: %s\n' "$*"; }
fail() {
  printf 'pack_bare_root: %s\n' "$*" >&2
  exit 1
}
rm -f "$1"
small=yes
source "$(dirname "$(realpath "${BASH_SOURCE[0]}")")/../../tools/bare_root.sh"
problem=$(no_bare_root)
if [[ -n $problem ]]; then
  say "no bare root can be made: $problem"
  exit 0
fi
start=$SECONDS
pack_bare_root "$1"
say "$(stat -c %s "$1") bytes, $((SECONDS - start)) s"
