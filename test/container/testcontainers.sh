#!/usr/bin/env bash
# Starts, uses and stops the image with testcontainers, as a test suite does; podman replaces the Docker engine. Called by
# run.sh --testcontainers, in a separate network namespace, because testcontainers always publishes ports on every
# address.
#
# usage: testcontainers.sh --install     installs the package, using the network of the machine
#        testcontainers.sh IMAGE

set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
# shellcheck source=engine.sh
source "$here/engine.sh"

image="${1:?usage: testcontainers.sh IMAGE}"
version=12.2.0

# Used by this step only, so it is not a dependency of the project.
client="$CACHE/testcontainers-$version"
if [[ "$image" == --install ]]; then
  [[ -d "$client/node_modules/testcontainers" ]] && exit
  say "  installing testcontainers $version"
  mkdir -p "$client"
  npm install --silent --prefix "$client" --ignore-scripts "testcontainers@$version" >/dev/null
  exit
fi

# It needs Node 22.15 or newer; the stand-in base images contain one.
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
