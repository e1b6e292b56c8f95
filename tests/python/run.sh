#!/usr/bin/env bash
# run.sh PYTHON WHEELS VENV [PYTEST OPTION...]: installs the one wheel in the folder WHEELS with pip into a virtual environment
# that has the requirements of the tests, and runs them there: without a compiler, without this repository's other folders.
# Exit code 77: PyPI cannot be reached, outside continuous integration.
set -euo pipefail
python=$1 wheels=$(realpath "$2") venv=$(realpath -m "$3")
shift 3
here=$(dirname "$(realpath "${BASH_SOURCE[0]}")")
if ! cmp -s "$here/requirements.txt" "$venv/installed-requirements.txt"; then
  "$python" -m venv --clear "$venv"
  if ! "$venv/bin/python" -m pip --disable-pip-version-check install --quiet --progress-bar off -r "$here/requirements.txt"; then
    [[ ${CI:-} != true ]] || exit 1
    echo "skipped: pip cannot install $here/requirements.txt; the reason is above"
    exit 77
  fi
  cp "$here/requirements.txt" "$venv/installed-requirements.txt"
fi
"$venv/bin/python" -m pip --disable-pip-version-check install --quiet --no-index --no-deps --force-reinstall "$wheels"/xeforge-*.whl
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$here"/*.py "$work"
mkdir "$work/pages"
cp "$here/../../README.md" "$work/pages/repository.md"
cp "$here/../../src/xeforge/python/README.md" "$work/pages/package.md"
cd "$work"
env -i PATH="$venv/bin" HOME="$work" LANG=C.UTF-8 "$venv/bin/python" -m pytest -q -p no:cacheprovider "$@"
