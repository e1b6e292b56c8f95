#!/usr/bin/env bash
# cmake.sh WHERE DATA CONSUMER PREFIX: uses what `cmake --install` has put into PREFIX, with the compilers of others.
set -euo pipefail
source "$(dirname "$0")/common.sh"
if [[ $where == bare ]]; then
  step "apt-get update" apt-get update
  # What libxeforge.so and the programs are linked with; then what a user needs in any case.
  step "apt-get install of the libraries that it uses" system libboost-context1.74.0 libdw1 libelf1 libfmt9 libllvm22 libtbb12 libyaml-cpp0.7
  step "apt-get install of a compiler and cmake" system g++ cmake make
fi
programs "$1"
by_cmake "$1"
echo "cmake: right"
