#!/usr/bin/env bash
# build.sh XEFORGE VENV OUTPUT: makes the site in OUTPUT/site from the pages of the repository and what the program XEFORGE
# prints. VENV gets mkdocs-material from PyPI; where that cannot be reached or dot is missing (package graphviz), outside continuous
# integration, the exit code is 77. A link or an anchor that leads nowhere is an error, and so is a page that the navigation has forgotten.
set -euo pipefail
xeforge=$(realpath "$1") venv=$(realpath -m "$2") output=$(realpath -m "$3")
here=$(dirname "$(realpath "${BASH_SOURCE[0]}")")
source "$here/../../tools/waiting.sh"
requirements=$here/requirements.txt quiet=(--quiet --progress-bar off)
[[ ! -t 1 ]] || quiet=() # pip shows how far it is
if ! command -v dot >/dev/null; then
  [[ ${CI:-} != true ]] || { echo "build.sh: in CI dot has to be there" >&2; exit 1; }
  echo "skipped: dot, which draws the diagrams, is not on this machine (package graphviz)"
  exit 77
fi
if ! cmp -s "$requirements" "$venv/installed-requirements.txt"; then
  python3 -m venv --clear "$venv"
  if ! "$venv/bin/python" -m pip --disable-pip-version-check install "${quiet[@]}" -r "$requirements"; then
    [[ ${CI:-} != true ]] || exit 1
    echo "skipped: pip cannot install $requirements; the reason is above"
    exit 77
  fi
  cp "$requirements" "$venv/installed-requirements.txt"
fi
waiting "putting the pages together" python3 "$here/stage.py" "$xeforge" "$output"
cd "$output"
# With --quiet it would not count the warnings that --strict makes errors.
if ! NO_MKDOCS_2_WARNING=1 waiting "making the site" "$venv/bin/mkdocs" build --strict >mkdocs.log 2>&1; then
  grep -v '^INFO' mkdocs.log >&2
  exit 1
fi
for page in index docs/guide/python reference/{python,c,cpp,command-line}; do
  [[ -s site/$page.html ]] || { echo "build.sh: the site has no $page.html" >&2; exit 1; }
done
# Whoever reads it asks nobody else.
if grep -rlE '<(script|link|img)[^>]* (src|href)="?https?://[^">]*\.(js|css|png|svg|woff2)' site --include='*.html' >&2; then
  echo "build.sh: the pages above fetch something from elsewhere" >&2
  exit 1
fi
echo "build.sh: $output/site, $(find site -name '*.html' | wc -l) pages"
