# What the ways share; to be sourced. where is "bare" in a bare root, "here" on a machine that things are only tried on.
where=$1 data=$2 consumer=$3
shift 3
way=$(basename "$0" .sh)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if [[ $where == here ]] && ! command -v cc >/dev/null; then
  if command -v gcc-12 >/dev/null; then export CC=gcc-12 CXX=g++-12; else export CC=clang-22 CXX=clang++-22; fi
fi
fail() {
  echo "$way: $*" >&2
  exit 1
}
# step TEXT COMMAND...: says how long it took; the output only where it fails.
step() {
  local text=$1 start=$EPOCHREALTIME
  shift
  "$@" >"$work/log" 2>&1 || fail "$text: $(tail -n 20 "$work/log")"
  echo "$way: $text: $(((${EPOCHREALTIME/./} - ${start/./}) / 1000)) ms"
}
# system PACKAGE...: installs them in a bare root; elsewhere what is there has to do.
system() {
  [[ $where == bare ]] || return 0
  DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@"
}
# programs PREFIX: the command line of an installation: its version, and a run over real scores.
programs() {
  local xeforge=$1/bin/xeforge
  "$xeforge" --version | grep -q '^xeforge [0-9]' || fail "xeforge --version says $("$xeforge" --version)"
  step "a first run" "$xeforge" run softmax-topk --scores "$data/attention_scores.npy" --k 8 --weights "$work/w.npy" --indices "$work/i.npy"
  head -c 128 "$work/i.npy" | grep -qa ", 8)" || fail "the indices are $(head -c 128 "$work/i.npy")"
  step "xeforge check softmax-topk --set smoke" "$xeforge" check softmax-topk --set smoke
}
# by_cmake PREFIX: the project of somebody else's, in C and C++, with find_package.
by_cmake() {
  step "cmake and build, in C and C++" bash -c 'cmake -S "$1" -B "$2/build" -DCMAKE_PREFIX_PATH="$3" && cmake --build "$2/build"' \
    - "$consumer" "$work" "$1"
  "$work/build/from_c" >/dev/null && "$work/build/from_cpp" >/dev/null || fail "a program gives a wrong result"
}
