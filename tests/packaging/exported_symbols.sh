#!/usr/bin/env bash
# exported_symbols.sh LIBRARY VERSION: a library for programs in C++ exports names of the project alone, each in the version node of its
# soname. Anything else would take the place of the program's own, or of another library's. (What libxeforge.so exports:
# c_interface/list_interface.sh.)
set -euo pipefail
library=$1 node=XEFORGE_$2
fail() {
  echo "exported_symbols: $library: $*" >&2
  exit 1
}
soname=$(objdump -p "$library" | awk '$1 == "SONAME" { print $2 }')
[[ $soname == *.so.$2 ]] || fail "the soname is $soname; expected one that ends in .so.$2"
case $soname in
libxeforge_sycl.*) own='_ZNK?4sycl|_ZNK?7xeforge(7machine|7devices)|_ZG?V?ZNK?(4sycl|7xeforge)|_ZT.N(4sycl|7xeforge)' ;;
libxeforge_check.*) own='__msan_|_ZN7xeforge7machine6checks|xeforge_' ;;
libxeforge_record.*) own='xeforge_recorder@' ;;
libxeforge_mpi.*) own='_ZN7xeforge11distributed|_ZT.N7xeforge5ErrorE' ;;
*) fail "a library of which nothing is known here" ;;
esac
symbols=$(nm -D --defined-only --with-symbol-versions "$library" | awk -v node="$node" '$3 != node { print $3 }')
[[ -n $symbols ]] || fail "it exports nothing"
others=$(grep -vE "^($own)" <<<"$symbols" || true)
[[ -z $others ]] || fail "it exports names of others: $(c++filt <<<"$others" | head -n 5)"
unversioned=$(grep -vE "@@$node\$" <<<"$symbols" || true)
[[ -z $unversioned ]] || fail "these are not in the node $node: $(head -n 5 <<<"$unversioned")"
echo "exported_symbols: $soname: $(wc -l <<<"$symbols") symbols, all in $node"
