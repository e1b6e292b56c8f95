#!/usr/bin/env bash
# source.sh WHERE DATA CONSUMER BUILD: uses what a build of the sources has made: its programs where they lie, then an
# installation of it. How long the build took says ./forge.
set -euo pipefail
source "$(dirname "$0")/common.sh"
programs "$1"
step "cmake --install" cmake --install "$1" --prefix "$work/prefix"
programs "$work/prefix"
by_cmake "$work/prefix"
echo "source: right"
