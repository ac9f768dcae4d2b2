#!/usr/bin/env bash
# Builds the Dockerfile and runs the image under strict conditions: read-only, without capabilities or new privileges,
# with 128 MB. Checks that it becomes healthy, works, reads a mounted /scenarios, stays within its memory, and on SIGTERM
# finishes the request in progress and exits 0. Prints sizes and times.
#
# Needs root, for runc and debootstrap, and
#   apt-get install --no-install-recommends \
#     buildah podman runc debootstrap containernetworking-plugins iptables iproute2 curl
# Without them it says so and exits with 77, which means skipped. The build uses the network for npm and, if available,
# for base images. The image runs in a separate network namespace: no other machine can reach it, and no bridge or rule
# remains.
#
# usage: test/container/run.sh [--testcontainers]     the option lets testcontainers drive the image as well

set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
repo="$(cd "$here/../.." && pwd)"

skip() {
  echo "SKIPPED the container test: $*"
  exit 77
}
for tool in buildah podman runc curl ip unshare node npm; do
  command -v "$tool" >/dev/null || skip "$tool is not installed (see the head of test/container/run.sh)"
done
[[ $EUID == 0 ]] || skip "needs root"

# shellcheck source=engine.sh
source "$here/engine.sh"

image="localhost/payment-emulator:test-$$"
scratch="$(mktemp -d)"
export RESULTS="$scratch/results" # a file, because several scripts report
clean_up() {
  podman rmi --force "$image" >/dev/null 2>&1 || true
  podman image prune --force --filter until=24h >/dev/null 2>&1 || true # layers of old builds
  rm -rf "$scratch"
}
trap clean_up EXIT

# --- build -----------------------------------------------------------------------------------------------------

step "base images"
"$here/base-image.sh" "$repo/Dockerfile"

step "build"
grep -q -- '--start-interval=100ms' "$repo/Dockerfile" || fail "the Dockerfile's HEALTHCHECK has no start interval of 100 ms"
dockerfile="$repo/Dockerfile"
printf 'FROM scratch\nHEALTHCHECK --start-interval=1s CMD ["true"]\n' >"$scratch/probe"
if ! buildah bud --quiet --format docker -f "$scratch/probe" -t "$image" "$scratch" >/dev/null 2>&1; then
  say "  buildah $(buildah --version | awk '{ print $3 }') is older than --start-interval (1.36): built without that one flag"
  sed 's/ --start-interval=[^ ]*//' "$repo/Dockerfile" >"$scratch/Dockerfile"
  dockerfile="$scratch/Dockerfile"
fi

# `npm ci` inside the build uses this machine's registry and certificates, passed in at run time: they are not
# part of the image or of the Dockerfile.
volumes=(-v "$scratch/npmrc:/root/.npmrc:ro")
echo "registry=$(npm config get registry 2>/dev/null)" >"$scratch/npmrc"
cafile="$(npm config get cafile 2>/dev/null)"
if [[ -f "$cafile" ]]; then
  echo "cafile=/etc/ssl/certs/of-the-host.pem" >>"$scratch/npmrc"
  volumes+=(-v "$cafile:/etc/ssl/certs/of-the-host.pem:ro")
fi
# chroot isolation and the host's network work in a container or virtual machine too. Layers are kept, as Docker
# keeps them, so that an unchanged lock file does not fetch packages again.
started=$(now_ms)
buildah bud --isolation chroot --network host --pull-never --format docker --layers --force-rm \
  "${volumes[@]}" -f "$dockerfile" -t "$image" "$repo" >"$scratch/build.log" 2>&1 ||
  { cat "$scratch/build.log" >&2 && fail "the image does not build"; }
result "build" "$(($(now_ms) - started)) ms"

step "what is in the image"
base="$(awk 'toupper($1) == "FROM" { name = $2 } END { print name }' "$repo/Dockerfile")"
size_of() { podman image inspect --format '{{.Size}}' "$1"; }
own=$(($(size_of "$image") - $(size_of "$base")))
result "image" "$(($(size_of "$image") / 1000000)) MB"
result "own layers over the base (limit 5 MB)" "$((own / 1000)) kB"
((own < 5000000)) || fail "the image's own layers are $own bytes, more than 5 MB"

container="$(podman create "$image")"
files="$(podman export "$container" | tar -t | grep '^app/')"
podman rm "$container" >/dev/null
for file in dist/main.js dist/sbom.cdx.json LICENSE package.json; do
  grep -qx "app/$file" <<<"$files" || fail "the image has no /app/$file"
done
! grep -E '/node_modules/|\.ts$|/test/|\.map$|dist/(index|emulator)\.cjs' <<<"$files" || fail "these have no business in the image"
grep -q '^app/compile-cache/.*/.' <<<"$files" || fail "the compile cache is cold"

# --- run -------------------------------------------------------------------------------------------------------

in_own_network() { unshare --net bash -euo pipefail -c 'ip link set lo up && exec "$@"' bash "$@"; }
in_own_network "$here/drive.sh" "$image"
if [[ "${1:-}" == --testcontainers ]]; then
  step "testcontainers"
  "$here/testcontainers.sh" --install
  in_own_network "$here/testcontainers.sh" "$image"
fi

echo "PASSED the container test"
cat "$RESULTS"
