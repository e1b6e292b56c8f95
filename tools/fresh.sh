#!/usr/bin/env bash
# Runs the README's two commands as on a machine that has nothing: in a bare root of this Debian release, with git and
# certificates, on a clone of the last commit. What only this machine has installed cannot help there.
#
#   tools/fresh.sh [--user] [--with PACKAGE[,PACKAGE...]] [--folder NAME] [--cache] [--keep] [TEST...]     (./forge fresh)
#
#   TEST      only tests whose name matches one of these regular expressions, and no demo
#   --user    an ordinary user runs the commands; the packages are installed before
#   --with    packages that are installed before, for example other versions of llvm and gcc
#   --folder  the folder in the root that the clone goes to (default: home/xeforge)
#   --cache   takes compiled objects from this machine's compiler cache: the packages are as fresh, the build is quicker
#   --keep    leaves the root behind and says where it is
#
# The packages come from this machine's own apt sources; its settings for downloads, its certificates and the environment
# variables that name them are copied. Everything runs in mount and process namespaces of its own: when they end, however
# they end, no mount and no process is left. As root, or where user namespaces with ranges of ids are allowed.
set -euo pipefail

repository=$(dirname "$(dirname "$(realpath "${BASH_SOURCE[0]}")")")

say() { printf 'fresh: %s\n' "$*"; }
fail() {
  printf 'fresh: %s\n' "$*" >&2
  exit 1
}

# ---- in the namespaces: mounts, then a command in the root ---------------------------------------------------------------
# inside ROOT CACHE COMMAND...: CACHE is a folder for /var/cache/ccache, or nothing.
inside() {
  local root=$1 cache=$2
  shift 2
  mount -t proc proc "$root/proc"
  mount --rbind /sys "$root/sys"
  mount --rbind /dev "$root/dev"
  mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
  if [[ -n $cache ]]; then
    mkdir -p "$root/var/cache/ccache"
    mount --bind "$cache" "$root/var/cache/ccache"
  fi
  exec chroot "$root" "$@"
}
if [[ ${1:-} == --inside ]]; then
  shift
  inside "$@"
fi

# ---- arguments -------------------------------------------------------------------------------------------------------
folder=home/xeforge user=root packages=() tests=() cache= keep=no
value_of() { [[ $# -gt 1 && -n $2 ]] || fail "$1: got nothing; expected $3"; }
while (($#)); do
  case $1 in
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
    -*) fail "got an unexpected '$1'; expected --user, --with PACKAGES, --folder NAME, --cache, --keep or names of tests" ;;
    *) tests+=("$1") ;;
  esac
  shift
done

for command in mmdebstrap unshare apt-config git; do
  command -v "$command" >/dev/null || fail "no bare root can be made: needs the command $command"
done
release=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
[[ $(. /etc/os-release && echo "$ID") == debian && -n $release ]] || fail "no bare root can be made: this is no Debian release"

# ---- the folder, and what happens to it at the end -----------------------------------------------------------------------
# Should this script be killed, the first process of the namespaces is, and with it all the others.
namespaces=(setpriv --pdeathsig KILL unshare --mount --pid --fork --kill-child)
((EUID == 0)) || namespaces+=(--user --map-auto --map-root-user)
problem=$("${namespaces[@]}" true 2>&1) ||
  fail "no bare root can be made: ${problem:-namespaces are not allowed} (as root it works, or with user namespaces and the package uidmap)"

remove() { "${namespaces[@]}" rm -rf --one-file-system "$1"; }
for old in "${TMPDIR:-/var/tmp}"/xeforge-fresh.*; do # of runs that were killed; the lock goes with their processes
  [[ ! -f $old/lock || -f $old/kept ]] || ! flock -n "$old/lock" true || remove "$old"
done
work=$(mktemp -d "${TMPDIR:-/var/tmp}/xeforge-fresh.XXXXXX") || fail "no bare root can be made: no folder for it"
exec {lock}>"$work/lock"
flock "$lock"
root=$work/root
child=
# The child is ended with its namespaces, so that nothing is mounted in the root when it is removed.
finish() {
  trap '' INT TERM HUP
  if [[ -n $child ]]; then
    kill -KILL "$child" 2>/dev/null || true
    wait "$child" 2>/dev/null || true
  fi
  if [[ -d $root/$folder/build/logs ]]; then
    mkdir -p "$repository/build/logs/fresh"
    cp -r "$root/$folder/build/logs/." "$repository/build/logs/fresh/" 2>/dev/null || true
  fi
  if grep -qF " $work" /proc/self/mounts; then
    fail "something is still mounted in $work, which stays where it is: $(grep -F " $work" /proc/self/mounts | head -n 1)"
  fi
  if [[ $keep == yes ]]; then
    : >"$work/kept"
    say "the root stays: $root"
  else
    remove "$work"
  fi
}
trap finish EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

# in_namespaces COMMAND...: waits for it so that a signal is answered at once.
in_namespaces() {
  "${namespaces[@]}" "$@" </dev/null &
  child=$!
  local result=0
  wait "$child" || result=$?
  child=
  return "$result"
}

# ---- a bare root -----------------------------------------------------------------------------------------------------
start=$SECONDS
commit=$(git -C "$repository" rev-parse HEAD)
changes=$(git -C "$repository" status --porcelain | wc -l)
((changes == 0)) || say "note: $changes changed files are not committed and not part of this"
say "commit ${commit:0:12}, Debian $release, a bare root in $work"

sources=()
for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources; do
  [[ -s $file ]] && sources+=("$file")
done
((${#sources[@]})) || fail "no bare root can be made: this machine has no apt sources"
# Only what is said of downloads: other settings call programs that a bare root does not have.
apt-config dump | grep '^Acquire' >"$work/downloads.conf"
chmod 755 "$work"
in_namespaces mmdebstrap --quiet --mode=root --variant=minbase --include=git,ca-certificates \
  --aptopt="$work/downloads.conf" "$release" "$root" "${sources[@]}" >"$work/mmdebstrap.log" 2>&1 ||
  fail "no bare root can be made: $(grep -m1 -E '^(E|W):' "$work/mmdebstrap.log" || tail -n 1 "$work/mmdebstrap.log")"

# copy PATH: of this machine to the same place in the root, if it is there.
copy() {
  [[ -e $1 ]] || return 0
  in_namespaces bash -c 'mkdir -p "$(dirname "$2$1")" && cp -rLT "$1" "$2$1"' - "$1" "$root"
}
environment=()
for name in SSL_CERT_FILE SSL_CERT_DIR CURL_CA_BUNDLE REQUESTS_CA_BUNDLE GIT_SSL_CAINFO PIP_CERT PIP_INDEX_URL \
  PIP_EXTRA_INDEX_URL PIP_DEFAULT_TIMEOUT {http,https,ftp,all,no}_proxy {HTTP,HTTPS,FTP,ALL,NO}_PROXY; do
  [[ -n ${!name:-} ]] || continue
  environment+=("$name=${!name}")
  [[ ! -f ${!name} ]] || copy "${!name}"
done
for path in /etc/resolv.conf /etc/hosts /etc/pip.conf /etc/apt/auth.conf.d /etc/apt/keyrings /etc/apt/trusted.gpg.d \
  /usr/share/keyrings /etc/ssl/certs/ca-certificates.crt; do
  copy "$path"
done
in_namespaces git clone --quiet --no-checkout "$repository" "$root/$folder"
in_namespaces git -C "$root/$folder" checkout --quiet --detach "$commit"
[[ -z $cache ]] || environment+=(CCACHE_DIR=/var/cache/ccache "CCACHE_BASEDIR=/$folder" CCACHE_NOHASHDIR=1)
say "the root is there, $((SECONDS - start)) s"

# ---- the commands ------------------------------------------------------------------------------------------------------
# as USER COMMAND...: in the root, in the clone.
as() {
  local name=$1 home=/root
  shift
  [[ $name == root ]] || home=/home/$name
  in_namespaces bash "${BASH_SOURCE[0]}" --inside "$root" "$cache" \
    /usr/bin/env -i "${environment[@]}" ${CI:+CI="$CI"} HOME="$home" USER="$name" LANG=C.UTF-8 TERM="${TERM:-dumb}" \
    PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    /bin/bash -c 'cd "$1" && name=$2 && shift 2 &&
      if [[ $name == root ]]; then exec "$@"; else exec setpriv --reuid "$name" --regid "$name" --init-groups "$@"; fi' \
    - "/$folder" "$name" "$@"
}
if ((${#packages[@]})); then
  say "installing ${packages[*]}"
  as root bash -c 'apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@"' - \
    "${packages[@]}" >"$work/packages.log" 2>&1 || fail "cannot install ${packages[*]}: $(grep -m1 '^E:' "$work/packages.log")"
fi
if [[ $user != root ]]; then
  as root bash -c 'useradd --create-home "$1" && chown -R "$1:" . && git config --system --add safe.directory "$PWD" && ./forge setup --tests' \
    - "$user"
fi

# timed NAME COMMAND...: says how long it took, and remembers that it failed.
result=0
timed() {
  local name=$1 begin=$SECONDS
  shift
  say "$name"
  if as "$user" "$@"; then
    say "$name: passed, $((SECONDS - begin)) s"
  else
    say "$name: FAILED, $((SECONDS - begin)) s"
    result=1
  fi
}
((${#tests[@]})) || timed "./forge demo" ./forge demo
timed "./forge test${tests[*]:+ ${tests[*]}}" ./forge test "${tests[@]}"

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
