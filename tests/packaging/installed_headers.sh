#!/usr/bin/env bash
# installed_headers.sh CMAKE BUILD CXX: each header that BUILD installs for programs, alone in a source: gcc 12 or clang 14, where they
# are here, take it or refuse it with one error that says which compiler does; CXX, the compiler of the build, takes all of those for programs together,
# and what their functions call is in the installed libraries.
set -euo pipefail
cmake=$1 build=$2 own=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
  echo "installed_headers: $*" >&2
  exit 1
}
for part in libraries development mpi; do
  "$cmake" --install "$build" --prefix "$work/prefix" --component "$part" >"$work/log" || fail "cmake --install: $(cat "$work/log")"
done
include=$work/prefix/include
mapfile -t headers < <(cd "$include" && find . -name '*.h' -o -name '*.hpp' | sed 's,^\./,,' | LC_ALL=C sort)
((${#headers[@]} > 200)) || fail "only ${#headers[@]} headers are installed"
mpi=()
if [[ -e $include/xeforge/distributed.hpp ]]; then
  read -ra mpi <<<"$(mpicxx --showme:incdirs)"
  mpi=("${mpi[@]/#/-isystem}")
fi

# Names that no program can use here: their headers say so themselves.
for name in sycl/ext/oneapi/experimental/{root_group,kernel_queue_info,invoke_simd}.hpp; do
  headers=("${headers[@]/#$name/}")
done
cat >"$work/alone.sh" <<'END'
header=$1 compiler=$2
shift 2
[[ -n $header ]] || exit 0
errors=$(echo "#include <$header>" | "$compiler" -x c++ -std=c++20 -march=x86-64-v3 -Wno-psabi -fsyntax-only "$@" - 2>&1) && exit 0
[[ $(grep -c 'error:' <<<"$errors") == 1 ]] && grep -q 'error: .*need xeforge-cxx, or clang 22' <<<"$errors" && exit 0
echo "<$header> with $compiler: $(grep -c 'error:' <<<"$errors") errors: $(grep -m 1 'error:' <<<"$errors")"
END
# Those that programs include, by the two compilers in turn: all by both would take minutes, and no header is known that one takes and
# the other does not.
mapfile -t named < <(printf '%s\n' "${headers[@]}" | grep -vE '^xeforge/.*/|^sycl/detail/|^$')
# Compilers have nothing to say after an include that they do not find: what begins with a header that is refused so is refused alike.
refused=(sycl/sycl.hpp sycl/ext/intel/esimd.hpp)
begins_with_refused() {
  local line
  line=$(grep -m 1 -vE '^(//.*|#pragma once.*|)$' "$include/$1")
  [[ $line =~ ^'#include '[\"\<]([^\"\>]*) && " ${refused[*]} " == *" ${BASH_REMATCH[1]} "* ]]
}
alone=()
for header in "${named[@]}"; do
  begins_with_refused "$header" || alone+=("$header")
done
((${#alone[@]} > 30)) || fail "only ${#alone[@]} headers begin with something of their own"
tried=() first=0
for compiler in g++-12 clang++-14; do
  some=()
  for ((i = first++; i < ${#alone[@]}; i += 2)); do some+=("${alone[i]}"); done
  if command -v "$compiler" >/dev/null; then
    for header in "${refused[@]}"; do
      ! "$compiler" -E -x c++ -std=c++20 -I"$include" "$include/$header" >/dev/null 2>"$work/log" || fail "$compiler takes <$header>"
      grep -q 'error: .*need xeforge-cxx, or clang 22' "$work/log" || fail "$compiler: $(head -n 5 "$work/log")"
    done
    printf '%s\0' "${some[@]}" | xargs -0 -P "$(nproc)" -I '{}' bash "$work/alone.sh" '{}' "$compiler" -I"$include" "${mpi[@]}" >"$work/log" ||
      fail "$compiler: $(cat "$work/log")"
    [[ ! -s $work/log ]] || fail "$(cat "$work/log")"
    tried+=("$compiler")
  else
    [[ ${CI:-} != true ]] || fail "in CI $compiler has to be there"
  fi
done
# As programs are built whose users do not know yet: errors of what they write must not follow.
cat >"$work/program.cpp" <<'END'
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>
int main() {
  sycl::queue queue;
  queue.parallel_for<class Nothing>(sycl::range<1>(1), [=](sycl::id<1>) SYCL_ESIMD_KERNEL {});
}
END
for compiler in "${tried[@]}" "$own -std=c++17"; do
  # shellcheck disable=SC2086  # the compiler and its flag
  ! $compiler -march=x86-64-v3 -I"$include" -fsyntax-only "$work/program.cpp" >"$work/log" 2>&1 || fail "$compiler takes a program with kernels"
  [[ $(grep -c 'error:' "$work/log") == 1 ]] || fail "$compiler: $(cat "$work/log")"
done
grep -q 'need C++20: compile with xeforge-cxx, or with -std=c++20' "$work/log" || fail "$own as C++17: $(cat "$work/log")"

# All functions of headers that are not templates are compiled, and so what they call has to be somewhere.
for header in "${headers[@]}"; do
  case $header in
  CL/* | *_device.hpp | '' | *.h | xeforge/distributed.hpp | xeforge/xeforge*.hpp | xeforge/esimd/port/* | sycl/builtins_esimd.hpp) ;;
  *) echo "#include <$header>" ;;
  esac
done >"$work/all.cpp"
"$own" -std=c++20 -march=x86-64-v3 -Wno-psabi -femit-all-decls -fPIC -shared -I"$include" "$work/all.cpp" -L"$work/prefix/lib" -Wl,--no-undefined \
  -lxeforge_sycl -o "$work/all.so" >"$work/log" 2>&1 || fail "headers for programs: $(head -n 30 "$work/log")"
# exported LIBRARY MARK HEADER: every function that the header declares with the mark is one of the library's.
exported() {
  local name file=("$work/prefix/lib/$1".*)
  nm -D --defined-only -C "${file[0]}" | awk '{ print $3 }' | sed 's/(.*//; s/@.*//; s/.*:://' >"$work/symbols"
  for name in $(grep -v '^#' "$include/xeforge/$3" | tr '\n' ' ' | grep -oE "$2 [^;({]*\(" | sed -E 's/\($//; s/.*[ *]//'); do
    grep -qx "$name" "$work/symbols" || fail "<xeforge/$3> declares $name, which $1 does not have"
  done
}
exported libxeforge.so XEFORGE_API xeforge.h
if [[ -e $include/xeforge/distributed.hpp ]]; then
  for header in distributed ranks; do exported libxeforge_mpi.so XEFORGE_MPI_API "$header.hpp"; done
fi
echo "installed_headers: ${#headers[@]} headers, ${#alone[@]} of them with ${tried[*]} and $own"
