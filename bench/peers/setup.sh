#!/usr/bin/env bash
# setup.sh VENV: makes the virtual environment that bench/peers runs in. At once when it is complete already.
set -euo pipefail
requirements=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/requirements.txt

die() {
  printf 'bench/peers/setup.sh: %s\n' "$*" >&2
  exit 1
}

(($# == 1)) || die "got $# arguments; expected the folder of the virtual environment"
venv=$1
stamp=$venv/installed-requirements.txt
if cmp -s "$requirements" "$stamp"; then
  echo "peers: $venv is complete"
  exit 0
fi

python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
  die "python3: got none, or one older than 3.11; expected 3.11 or newer"
python3 -c 'import ensurepip, venv' 2>/dev/null ||
  die "python3 cannot make virtual environments; install python3-venv"
mkdir -p "$venv"
free_gb=$(df --output=avail -B 1G "$venv" | tail -n 1 | tr -d ' ')
((free_gb >= 9)) || die "got $free_gb GB of free space at $venv; expected 9 (2.6 GB to download, 5.4 GB installed)"

python3 -m venv "$venv"
echo "peers: installing $(grep -v '^#' "$requirements" | tr '\n' ' ')into $venv (about 2.6 GB to download)"
pip=("$venv/bin/python" -m pip --disable-pip-version-check) quiet=(--quiet --progress-bar off)
[[ ! -t 1 ]] || quiet=() # pip shows how far it is
"${pip[@]}" install --no-cache-dir "${quiet[@]}" -r "$requirements" ||
  die "pip could not install $requirements into $venv; the reason is above"
cp "$requirements" "$stamp"
echo "peers: $venv is complete"
