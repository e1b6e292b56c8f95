#!/usr/bin/env bash
# A bare root of this machine's Debian release or another, and commands in it: what tools/fresh.sh and the tests of packages share.
# To be sourced by a script that has functions say and fail (which ends it):
#
#   pack_bare_root TAR              makes one, as a file from which others are unpacked
#   open_bare_root PACKAGE...       makes it; sets work (a folder that goes at the end) and root (in it)
#   copy_to_root FROM TO            a file or folder into the root
#   in_root USER FOLDER COMMAND...  runs it in the root's folder
#
# The script may define before_end, called before all is removed, and set keep=yes (the root stays), small=yes (it stays below 2 GB,
# and lies in memory where there is enough), cache (a folder for /var/cache/ccache), release (trixie; nothing: that of this machine)
# and packed (a file that pack_bare_root has made, with no further packages in it).
# The packages come from this machine's own apt sources, those of another release from the same mirror; its settings for downloads, its certificates and the environment
# variables that name them are copied. Everything runs in mount and process namespaces of its own: when they end, however
# they end, no mount and no process is left. As root, or where user namespaces with ranges of ids are allowed.

# inside ROOT CACHE COMMAND...: in the namespaces: mounts, then a command in the root. CACHE may be nothing.
inside() {
  local root=$1 cache=$2
  shift 2
  mount --bind "$root" "$root" # a mount of its own, so that namespaces and with them bare roots can be made in it
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
if [[ ${1:-} == --inside && ${BASH_SOURCE[0]} == "$0" ]]; then
  set -euo pipefail
  shift
  inside "$@"
fi

# Should the script be killed, the first process of the namespaces is, and with it all the others.
namespaces=(setpriv --pdeathsig KILL unshare --mount --pid --fork --kill-child)
((EUID == 0)) || namespaces+=(--user --map-auto --map-root-user)
work= root= child= environment=()
: "${keep:=no}" "${small:=no}" "${cache:=}" "${release:=}" "${packed:=}"

own_release() { (. /etc/os-release && echo "${VERSION_CODENAME:-}"); }

# no_bare_root: why none can be made here, in one line; nothing if one can.
no_bare_root() {
  local command problem own
  for command in mmdebstrap unshare apt-config; do
    command -v "$command" >/dev/null || { echo "needs the command $command"; return; }
  done
  own=$(own_release)
  [[ $(. /etc/os-release && echo "$ID") == debian && -n $own ]] || { echo "this is no Debian release"; return; }
  problem=$("${namespaces[@]}" true 2>&1) ||
    echo "${problem:-namespaces are not allowed} (as root it works, or with user namespaces and the package uidmap)"
}

remove_root() { "${namespaces[@]}" rm -rf --one-file-system "$1"; }

# The child is ended with its namespaces, so that nothing is mounted in the root when it is removed.
end_bare_root() {
  trap '' INT TERM HUP
  if [[ -n $child ]]; then
    kill -KILL "$child" 2>/dev/null || true
    wait "$child" 2>/dev/null || true
  fi
  if declare -F before_end >/dev/null; then before_end; fi
  if grep -qF " $work" /proc/self/mounts; then
    fail "something is still mounted in $work, which stays where it is: $(grep -F " $work" /proc/self/mounts | head -n 1)"
  fi
  if [[ $keep == yes ]]; then
    : >"$work/kept"
    say "the root stays: $root"
  else
    remove_root "$work"
  fi
}

# in_namespaces COMMAND...: waits for it so that a signal is answered at once.
in_namespaces() {
  "${namespaces[@]}" "$@" </dev/null &
  child=$!
  local result=0
  wait "$child" || result=$?
  child=
  return "$result"
}

copy_to_root() { in_namespaces bash -c 'mkdir -p "$(dirname "$2")" && cp -rLT "$1" "$2"' - "$1" "$root/${2#/}"; }

# The mirror that Debian's own packages come from.
mirror_of_debian() {
  # shellcheck disable=SC2016  # apt-get expands the fields
  apt-get indextargets --format '$(SITE)' 'Created-By: Packages' 'Origin: Debian' 'Label: Debian' | awk 'NR == 1'
}

# The folder of roots. In memory ten thousand files take a fraction of the time that they take on a disk.
folder_of_roots() {
  if [[ $small == yes && -z ${TMPDIR:-} ]] && findmnt -n -t tmpfs -o OPTIONS --mountpoint /dev/shm | grep -qvE 'nodev|noexec' &&
    awk '/^MemAvailable:/ { exit !($2 > 6000000) }' /proc/meminfo && (($(df --output=avail /dev/shm | tail -n 1) > 2000000)); then
    echo /dev/shm
  else
    echo "${TMPDIR:-/var/tmp}"
  fi
}

# Sets work, which goes when the script ends, and what is still in it then.
begin_bare_root() {
  local old problem
  problem=$(no_bare_root)
  [[ -z $problem ]] || fail "no bare root can be made: $problem"
  : "${release:=$(own_release)}"
  for old in /dev/shm/xeforge-fresh.* "${TMPDIR:-/var/tmp}"/xeforge-fresh.*; do # of runs that were killed; the lock goes with their processes
    [[ ! -f $old/lock || -f $old/kept ]] || ! flock -n "$old/lock" true || remove_root "$old"
  done
  work=$(mktemp -d "$(folder_of_roots)/xeforge-fresh.XXXXXX") || fail "no bare root can be made: no folder for it"
  exec {lock}>"$work/lock"
  flock "$lock"
  trap end_bare_root EXIT
  trap 'exit 129' HUP
  trap 'exit 130' INT
  trap 'exit 143' TERM
  chmod 755 "$work"
}

# bootstrap TARGET PACKAGE...: a root as a folder, or as a file if its name ends in .tar.
bootstrap() {
  local target=$1 file mirror sources=()
  shift
  if [[ $release == "$(own_release)" ]]; then
    for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources; do
      [[ -s $file ]] && sources+=("$file")
    done
  else
    mirror=$(mirror_of_debian)
    [[ -n $mirror ]] || fail "no bare root can be made: no Debian mirror in this machine's apt sources; run apt-get update"
    echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $release main" >"$work/$release.list"
    sources=("$work/$release.list")
  fi
  ((${#sources[@]})) || fail "no bare root can be made: this machine has no apt sources"
  # The root does not have to outlive a crash of the machine: no waiting for the disk.
  # Of apt's settings only what is said of downloads: other settings call programs that a bare root does not have.
  apt-config dump | grep '^Acquire' >"$work/downloads.conf"
  TMPDIR=$work in_namespaces mmdebstrap --quiet --mode=root --variant=minbase --include="$(IFS=, && echo "ca-certificates${*:+,$*}")" \
    --dpkgopt=force-unsafe-io --aptopt="$work/downloads.conf" "$release" "$target" "${sources[@]}" >"$work/mmdebstrap.log" 2>&1 ||
    fail "no bare root can be made: $(grep -m1 -E '^(E|W):' "$work/mmdebstrap.log" || tail -n 1 "$work/mmdebstrap.log")"
}

pack_bare_root() {
  begin_bare_root
  bootstrap "$work/root.tar"
  mkdir -p "$(dirname "$1")"
  mv "$work/root.tar" "$1"
}

open_bare_root() {
  local name path
  begin_bare_root
  root=$work/root
  if [[ -n $packed ]]; then
    mkdir "$root"
    in_namespaces tar --extract --numeric-owner --preserve-permissions --directory "$root" --file "$packed"
  else
    bootstrap "$root" "$@"
  fi

  for name in SSL_CERT_FILE SSL_CERT_DIR CURL_CA_BUNDLE REQUESTS_CA_BUNDLE GIT_SSL_CAINFO PIP_CERT PIP_INDEX_URL \
    PIP_EXTRA_INDEX_URL PIP_DEFAULT_TIMEOUT {http,https,ftp,all,no}_proxy {HTTP,HTTPS,FTP,ALL,NO}_PROXY; do
    [[ -n ${!name:-} ]] || continue
    environment+=("$name=${!name}")
    [[ ! -f ${!name} ]] || copy_to_root "${!name}" "${!name}"
  done
  for path in /etc/resolv.conf /etc/hosts /etc/pip.conf /etc/apt/auth.conf.d /etc/apt/keyrings /etc/apt/trusted.gpg.d \
    /usr/share/keyrings /etc/ssl/certs/ca-certificates.crt; do
    [[ ! -e $path ]] || copy_to_root "$path" "$path"
  done
}

in_root() {
  local name=$1 folder=$2 home=/root
  shift 2
  [[ $name == root ]] || home=/home/$name
  in_namespaces bash "${BASH_SOURCE[0]}" --inside "$root" "$cache" \
    /usr/bin/env -i "${environment[@]}" ${CI:+CI="$CI"} HOME="$home" USER="$name" LANG=C.UTF-8 TERM="${TERM:-dumb}" \
    PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    /bin/bash -c 'cd "$1" && name=$2 && shift 2 &&
      if [[ $name == root ]]; then exec "$@"; else exec setpriv --reuid "$name" --regid "$name" --init-groups "$@"; fi' \
    - "$folder" "$name" "$@"
}
