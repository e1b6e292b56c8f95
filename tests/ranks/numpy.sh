#!/usr/bin/env bash
# numpy.sh PYTHON VENV [PROGRAM ARGUMENT...]: runs a program of Python in a virtual environment that has numpy. Exit code 77:
# PyPI cannot be reached, outside continuous integration.
set -euo pipefail
here=$(dirname "$(realpath "${BASH_SOURCE[0]}")")
python=$1 venv=$2
shift 2
if ! cmp -s "$here/requirements.txt" "$venv/installed-requirements.txt"; then
  "$python" -m venv --clear "$venv"
  if ! "$venv/bin/python" -m pip --disable-pip-version-check install --quiet --progress-bar off -r "$here/requirements.txt"; then
    [[ ${CI:-} != true ]] || exit 1
    echo "skipped: pip cannot install $here/requirements.txt; the reason is above"
    exit 77
  fi
  cp "$here/requirements.txt" "$venv/installed-requirements.txt"
fi
(($# == 0)) || exec "$venv/bin/python" "$@"
