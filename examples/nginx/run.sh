#!/usr/bin/env bash
# Starts two emulators and an nginx that distributes worlds over them, at http://localhost:4290; Ctrl-C stops all three.
set -euo pipefail
cd "$(dirname "$0")"

trap 'kill $(jobs -p) 2>/dev/null || true; wait' EXIT
trap 'exit 0' INT TERM

for port in 4291 4292; do
  node ../../dist/main.js --port "$port" &
done
"$(command -v nginx || echo /usr/sbin/nginx)" -c "$PWD/nginx.conf" -g 'daemon off;' &
wait -n # until one of them ends
