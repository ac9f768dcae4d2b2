#!/usr/bin/env bash
# Runs a command against every emulator behind the nginx: worlds, reports and resets cover one process only. The
# addresses are those in emulators.conf.
#
# usage: ./all.sh worlds list
#        ./all.sh worlds reset --all
#        ./all.sh report --json
set -uo pipefail
cd "$(dirname "$0")"

status=0
for address in $(sed -n 's/^ *server \([^ ]*\) max_fails=0;$/\1/p' emulators.conf); do
  echo "== $address"
  node ../../dist/main.js "$@" --url "http://$address" || status=$?
done
exit "$status"
