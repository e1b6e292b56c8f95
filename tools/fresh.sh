#!/usr/bin/env bash
# Runs the README's two commands as on a machine that has nothing: in a bare root of this Debian release, with git and
# certificates, on a clone of the last commit. What only this machine has installed cannot help there.
#
#   tools/fresh.sh [--demo | --fuzz SECONDS] [--user] [--with PACKAGE[,PACKAGE...]] [--folder NAME] [--cache] [--keep] [TEST...]     (./forge fresh)
#
#   TEST      only tests whose name matches one of these regular expressions, and no demo
#   --demo    only the first command: how long a new user waits for each step
#   --fuzz    then ./forge fuzz: each fuzzer for so many seconds
#   --user    an ordinary user runs the commands; the packages are installed before
#   --with    packages that are installed before, for example other versions of llvm and gcc
#   --folder  the folder in the root that the clone goes to (default: home/xeforge)
#   --cache   takes compiled objects from this machine's compiler cache: the packages are as fresh, the build is quicker
#   --keep    leaves the root behind and says where it is
#
# How the root is made, and from what: tools/bare_root.sh. As root, or where user namespaces with ranges of ids are allowed.
set -euo pipefail

repository=$(dirname "$(dirname "$(realpath "${BASH_SOURCE[0]}")")")

say() { printf 'fresh: %s\n' "$*"; }
fail() {
  printf 'fresh: %s\n' "$*" >&2
  exit 1
}

# ---- arguments -------------------------------------------------------------------------------------------------------
folder=home/xeforge user=root packages=() tests=() fuzz= demo=no cache= keep=no release=
value_of() { [[ $# -gt 1 && -n $2 ]] || fail "$1: got nothing; expected $3"; }
while (($#)); do
  case $1 in
    --fuzz)
      value_of "$@" "" "seconds for each fuzzer"
      fuzz=$2
      shift
      ;;
    --demo) demo=yes ;;
    --user) user=xeforge ;;
    --with)
      value_of "$@" "" "names of packages, separated by commas"
      IFS=, read -ra packages <<<"$2"
      shift
      ;;
    --folder)
      value_of "$@" "" "a folder in the root"
      folder=${2#/}
      shift
      ;;
    --cache) cache=$(ccache --get-config cache_dir) || fail "--cache: got no ccache on this machine; expected one with compiled objects" ;;
    --keep) keep=yes ;;
    -*) fail "got an unexpected '$1'; expected --demo, --fuzz SECONDS, --user, --with PACKAGES, --folder NAME, --cache, --keep or names of tests" ;;
    *) tests+=("$1") ;;
  esac
  shift
done

[[ $demo == no || -z "${tests[*]}$fuzz" ]] || fail "--demo: got tests or --fuzz as well; expected neither"

source "$repository/tools/bare_root.sh"
before_end() {
  if [[ -d $root/$folder/build/logs ]]; then
    mkdir -p "$repository/build/logs/fresh"
    cp -r "$root/$folder/build/logs/." "$repository/build/logs/fresh/" 2>/dev/null || true
  fi
}

# ---- a bare root -----------------------------------------------------------------------------------------------------
start=$SECONDS
commit=$(git -C "$repository" rev-parse HEAD)
changes=$(git -C "$repository" status --porcelain | wc -l)
((changes == 0)) || say "note: $changes changed files are not committed and not part of this"
say "commit ${commit:0:12}, a bare root of this Debian release"
open_bare_root git
in_namespaces git clone --quiet --no-checkout "$repository" "$root/$folder"
in_namespaces git -C "$root/$folder" checkout --quiet --detach "$commit"
[[ -z $cache ]] || environment+=(CCACHE_DIR=/var/cache/ccache "CCACHE_BASEDIR=/$folder" CCACHE_NOHASHDIR=1)
say "the root is there, $((SECONDS - start)) s"

# ---- the commands ------------------------------------------------------------------------------------------------------
if ((${#packages[@]})); then
  say "installing ${packages[*]}"
  in_root root "/$folder" bash -c 'apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@"' - \
    "${packages[@]}" >"$work/packages.log" 2>&1 || fail "cannot install ${packages[*]}: $(grep -m1 '^E:' "$work/packages.log")"
fi
if [[ $user != root ]]; then
  in_root root "/$folder" bash -c 'useradd --create-home "$1" && chown -R "$1:" . && git config --system --add safe.directory "$PWD" && ./forge setup --tests' \
    - "$user"
fi

# timed NAME COMMAND...: says how long it took, and remembers that it failed.
result=0
timed() {
  local name=$1 begin=$SECONDS
  shift
  say "$name"
  if in_root "$user" "/$folder" "$@"; then
    say "$name: passed, $((SECONDS - begin)) s"
  else
    say "$name: FAILED, $((SECONDS - begin)) s"
    result=1
  fi
}
((${#tests[@]})) || timed "./forge demo" ./forge demo
[[ $demo == no ]] || exit "$result"
timed "./forge test${tests[*]:+ ${tests[*]}}" ./forge test "${tests[@]}"
[[ -z $fuzz ]] || timed "./forge fuzz $fuzz" ./forge fuzz "$fuzz"

# The last lines say how it went, in the words that a reader of logs looks for.
log=$root/$folder/build/logs/test-release.log
if [[ -s $log ]]; then
  grep -E '\*\*\*(Skipped|Failed|Timeout|Exception)|\(Failed\)|\(Skipped\)' "$log" | sed 's/^ *[0-9]*\/[0-9]* //' | sort -u || true
  total=$(sed -nE 's/.*tests failed out of ([0-9]+).*/\1/p' "$log" | tail -n 1)
  failed=$(sed -nE 's/.*, ([0-9]+) tests failed out of.*/\1/p' "$log" | tail -n 1)
  skipped=$(grep -cE '\*\*\*Skipped' "$log" || true)
  say "$((SECONDS - start)) s in all"
  printf 'fresh: %d passed, %d failed, %d skipped\n' $((${total:-0} - ${failed:-0} - skipped)) "${failed:-0}" "$skipped"
  ((${total:-0} > 0)) || result=1
else
  say "no test was run"
  result=1
fi
exit "$result"
