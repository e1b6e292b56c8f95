#!/usr/bin/env bash
# installed_operators.sh CMAKE BUILD CXX: installs the operators from BUILD as `cmake --install` does, moves the copy, and
# uses it as new users would: find_package with each compiler, pkg-config, and plain flags. CXX is the compiler that the
# build has; gcc 12 and clang 14 are tried where they are installed, and have to be there in CI.
set -euo pipefail
cmake=$1 build=$2 own=$3
here=$(dirname "$(realpath "${BASH_SOURCE[0]}")")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
  echo "installed_operators: $*" >&2
  exit 1
}

for part in libraries development; do
  "$cmake" --install "$build" --prefix "$work/first" --component "$part" >"$work/log" || fail "cmake --install: $(cat "$work/log")"
done
mv "$work/first" "$work/prefix"
for file in lib/libxeforge.so.0 lib/libxeforge.so lib/pkgconfig/xeforge.pc include/xeforge/xeforge.h \
  include/xeforge/xeforge.hpp lib/cmake/xeforge/xeforgeConfig.cmake share/doc/xeforge/LICENSE; do
  [[ -e $work/prefix/$file ]] || fail "$file is not installed"
done

tried=() missing=()
# with C CXX: configures, builds with warnings as errors, runs.
with() {
  if ! command -v "$1" >/dev/null || ! command -v "$2" >/dev/null; then
    missing+=("$2")
    return
  fi
  local folder=$work/build-${2##*/}
  "$cmake" -S "$here/consumer" -B "$folder" -DCMAKE_C_COMPILER="$1" -DCMAKE_CXX_COMPILER="$2" \
    -DCMAKE_PREFIX_PATH="$work/prefix" >"$work/log" 2>&1 || fail "$2: cmake: $(tail -n 20 "$work/log")"
  "$cmake" --build "$folder" >"$work/log" 2>&1 || fail "$2: $(cat "$work/log")"
  "$folder/from_c" && "$folder/from_cpp" || fail "$2: a program gives a wrong result"
  tried+=("$2")
}
with gcc-12 g++-12
with clang-14 clang++-14
with "${own/clang++/clang}" "$own"

# The README's C++ as it stands there, with arrays around it: compiles without a warning, and does what its comments say.
snippet=$(awk '/^```/ { inside = 0 } inside { print } /^```cpp$/ { inside = 1 }' "$here/../../README.md")
[[ $(grep -c '^#include' <<<"$snippet") == 1 ]] || fail "README.md: expected one block of C++ with one include"
cat >"$work/readme.cpp" <<END
$(grep '^#include' <<<"$snippet")
#include <vector>
int main() {
  constexpr std::int64_t rows = 3, n = 16, batch = 2, heads = 2, seq = 4, d = 8;
  std::vector<float> score_data(rows * n, 0.0f), weight_data(rows * 8), ones(batch * heads * seq * d, 1.0f), result(ones.size());
  std::vector<std::int32_t> index_data(rows * 8);
  float *scores = score_data.data(), *weights = weight_data.data(), *q = ones.data(), *k = q, *v = q, *out = result.data();
  std::int32_t* indices = index_data.data();
  scores[n + 7] = 1.0f;
$(grep -v '^#include' <<<"$snippet")
  for (float value : result)
    if (value < 0.999f || value > 1.001f)
      return 1;
  return indices[8] == 7 ? 0 : 1;
}
END
"$own" -std=c++17 -Wall -Wextra -Wpedantic -Werror -I"$work/prefix/include" "$work/readme.cpp" -L"$work/prefix/lib" -lxeforge \
  -Wl,-rpath,"$work/prefix/lib" -o "$work/readme"
"$work/readme" || fail "the README's C++ gives a wrong result"

if command -v pkg-config >/dev/null; then
  read -ra flags < <(PKG_CONFIG_PATH=$work/prefix/lib/pkgconfig pkg-config --cflags --libs xeforge)
  "${own/clang++/clang}" -std=c99 "$here/consumer/from_c.c" "${flags[@]}" -lm -o "$work/by_pkg_config"
  LD_LIBRARY_PATH=$work/prefix/lib "$work/by_pkg_config" || fail "the program built with pkg-config gives a wrong result"
  tried+=(pkg-config)
else
  missing+=(pkg-config)
fi
# Over MPI, where this build has found it: the package says what is missing until its part is installed, then programs of
# each compiler use it, which has nothing to say of our headers.
# over_mpi CXX: configures, builds, runs.
over_mpi() {
  if ! command -v "$1" >/dev/null; then
    missing+=("mpi with $1")
    return
  fi
  local folder=$work/build-mpi-${1##*/}
  "$cmake" -S "$here/consumer_mpi" -B "$folder" -DCMAKE_CXX_COMPILER="$1" -DCMAKE_PREFIX_PATH="$work/prefix" >"$work/log" 2>&1 ||
    fail "mpi, $1: cmake: $(tail -n 20 "$work/log")"
  "$cmake" --build "$folder" >"$work/log" 2>&1 || fail "mpi, $1: $(cat "$work/log")"
  OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 mpirun --oversubscribe -n 3 "$folder/over_ranks" ||
    fail "mpi, $1: a program over three ranks gives a wrong result"
  # CMake keeps warnings about headers of packages to itself.
  "$1" -std=c++20 -Wall -Wextra -Wpedantic -Werror -fsyntax-only -I"$work/prefix/include" \
    "${mpi_headers[@]}" "$here/consumer_mpi/over_ranks.cpp" >"$work/log" 2>&1 || fail "mpi, $1: $(cat "$work/log")"
  tried+=("mpi with $1")
}
if [[ -e $build/lib/libxeforge_mpi.so ]]; then
  if "$cmake" -S "$here/consumer_mpi" -B "$work/build-mpi" -DCMAKE_CXX_COMPILER="$own" -DCMAKE_PREFIX_PATH="$work/prefix" \
    >"$work/log" 2>&1; then fail "the component mpi is found before it is installed"; fi
  grep -q 'its component mpi needs MPI' <(tr -s '\n ' ' ' <"$work/log") || fail "without its component mpi: $(cat "$work/log")"
  "$cmake" --install "$build" --prefix "$work/prefix" --component mpi >"$work/log" || fail "cmake --install: $(cat "$work/log")"
  read -ra mpi_folders <<<"$(mpicxx --showme:incdirs)"
  mpi_headers=("${mpi_folders[@]/#/-isystem}")
  for compiler in g++-12 clang++-14 "$own"; do over_mpi "$compiler"; done
else
  missing+=(mpi)
fi

echo "installed_operators: right with ${tried[*]}"
((${#missing[@]} == 0)) || {
  [[ ${CI:-} != true ]] || fail "in CI these have to be there: ${missing[*]}"
  echo "installed_operators: not on this machine, so not tried: ${missing[*]}"
}
