#!/usr/bin/env bash
# Lets testcontainers, as a test suite would use it, start the image, use it and stop it; podman stands in for the
# Docker engine. Called by run.sh --testcontainers, in a network namespace of its own: testcontainers publishes ports
# on every address there is, and cannot be told otherwise.
#
# usage: testcontainers.sh --install     fetches the package, for which it takes the network of the machine
#        testcontainers.sh IMAGE

set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
# shellcheck source=engine.sh
source "$here/engine.sh"

image="${1:?usage: testcontainers.sh IMAGE}"
version=12.2.0

# A package for this one step, and so no dependency of the project.
client="$CACHE/testcontainers-$version"
if [[ "$image" == --install ]]; then
  [[ -d "$client/node_modules/testcontainers" ]] && exit
  say "  installing testcontainers $version"
  mkdir -p "$client"
  npm install --silent --prefix "$client" --ignore-scripts "testcontainers@$version" >/dev/null
  exit
fi

# It needs Node 22.15 or newer; the stand-in base images brought one along.
node=node
[[ "$(node -p 'process.versions.node.split(".")[0] >= 23')" == true ]] || node="$CACHE/base/node/bin/node"
[[ "$node" == node || -x "$node" ]] || fail "testcontainers $version needs a newer Node than $(node -v)"

scratch="$(mktemp -d)"
mkdir "$scratch/scenarios"
chmod 755 "$scratch" "$scratch/scenarios"
scenario mounted-pin requires_pin >"$scratch/scenarios/mounted.yaml"

export DOCKER_HOST="unix://$scratch/engine.sock" TESTCONTAINERS_RYUK_DISABLED=true
command podman --log-level fatal system service --time 0 "$DOCKER_HOST" &
service=$!
trap 'kill "$service"; rm -rf "$scratch"' EXIT
for ((i = 0; i < 100; i++)); do
  [[ -S "$scratch/engine.sock" ]] && break
  sleep 0.05
done

took="$("$node" "$here/testcontainers.mjs" "$client" "$image" "$scratch/scenarios")"
result "testcontainers: start() to ready" "$took ms"
