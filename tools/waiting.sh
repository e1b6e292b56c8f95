# To be sourced. waiting TEXT COMMAND...: runs the command; where standard error (of the script, whatever the command's is) is a
# terminal, it says there from the third second on what takes so long, on a line that is taken away in the end.
exec {shown}>&2
waiting() {
  local text=$1 clock='' result=0
  shift
  if [[ -t $shown ]]; then
    # Without job control it does not see Ctrl-C: it ends when this script does.
    (for ((seconds = 1; ; ++seconds)); do
      sleep 1
      kill -0 $$ 2>/dev/null || exit
      ((seconds < 2)) || printf '\r\033[K%s, %s s' "$text" "$seconds"
    done) >&"$shown" 2>/dev/null &
    clock=$!
  fi
  "$@" || result=$?
  if [[ -n $clock ]]; then
    kill "$clock"
    wait "$clock" 2>/dev/null || true
    printf '\r\033[K' >&"$shown"
  fi
  return "$result"
}
