#!/bin/bash
# Stands before Checkpoint's launcher: keeps each hook's input, and measures how long its
# agent waits. Its folder holds the launcher as checkpoint.real, and gets calls.log.
here=$(cd "$(dirname "$0")" && pwd)
if [ "$1" = hook ] && [ "$2" != --work ]; then
  log=$here/calls
  mkdir -p "$log"
  base=$log/$EPOCHREALTIME-$$-$2-${3:0:30}
  cat >"$base.in"
  start=$EPOCHREALTIME
  "$here/checkpoint.real" "$@" <"$base.in" >"$base.out" 2>"$base.err"
  code=$?
  end=$EPOCHREALTIME
  echo "$2 $3 $(((${end/./} - ${start/./}))) $code" >>"$here/calls.log"
  cat "$base.out"
  cat "$base.err" >&2
  exit $code
fi
exec "$here/checkpoint.real" "$@"
