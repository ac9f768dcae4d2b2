#!/usr/bin/env bash
# Really builds the Dockerfile and runs the image as strictly as anybody will: read-only, without capabilities or new
# privileges, with 128 MB. Proves that it becomes healthy, works, reads a mounted /scenarios, stays within its memory,
# and on SIGTERM finishes the request under way and exits 0. Prints sizes and times.
#
# Needs buildah, podman, runc and curl, and root for runc and debootstrap:
#   apt-get install --no-install-recommends buildah podman runc debootstrap containernetworking-plugins iptables curl
# Without them it says so and exits 0. The network is used for npm and, where base images can be had, for those;
# the container itself is published on loopback only.
#
# usage: test/container/run.sh [--testcontainers]     the option lets testcontainers drive the image as well

set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
repo="$(cd "$here/../.." && pwd)"

skip() {
  echo "SKIPPED the container test: $*"
  exit 0
}
for tool in buildah podman runc curl npm; do
  command -v "$tool" >/dev/null || skip "$tool is not installed (see the head of test/container/run.sh)"
done
[[ $EUID == 0 ]] || skip "needs root"

# shellcheck source=engine.sh
source "$here/engine.sh"

image="localhost/payment-emulator:test-$$"
container="payment-emulator-test-$$"
scratch="$(mktemp -d)"
scenarios="$scratch/scenarios"
results=()

clean_up() {
  status=$?
  if [[ $status != 0 ]]; then
    say "--- the container's log"
    podman logs "$container" >&2 2>&1 || true
  fi
  podman rm --force --time 0 "$container" >/dev/null 2>&1 || true
  podman rmi --force "$image" >/dev/null 2>&1 || true
  rm -rf "$scratch"
}
trap clean_up EXIT

step() { say "- $*"; }
result() { results+=("$(printf '%-46s %s' "$1" "$2")"); }
now_ms() { echo $((${EPOCHREALTIME/[.,]/} / 1000)); }
# json EXPRESSION: a member of the JSON on standard input, e.g. `json .data.id`
json() { node -e "console.log(JSON.parse(fs.readFileSync(0, 'utf8'))$1)"; }
# eventually SECONDS COMMAND…: until it succeeds
eventually() {
  local end=$(($(now_ms) + $1 * 1000))
  shift
  until "$@"; do
    (($(now_ms) < end)) || return 1
    sleep 0.02
  done
}

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

# `npm ci` inside the build uses this machine's registry and certificates, handed in at run time: they are no part
# of the image or of the Dockerfile.
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
buildah bud --isolation chroot --network host --pull-never --format docker --layers \
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

podman create --name "$container" "$image" >/dev/null
files="$(podman export "$container" | tar -t | grep '^app/')"
podman rm "$container" >/dev/null
for file in dist/main.js dist/sbom.cdx.json LICENSE package.json; do
  grep -qx "app/$file" <<<"$files" || fail "the image has no /app/$file"
done
! grep -E '/node_modules/|\.ts$|/test/|\.map$' <<<"$files" || fail "these have no business in the image"
grep -q '^app/compile-cache/.*/.' <<<"$files" || fail "the compile cache is cold"

# --- run -------------------------------------------------------------------------------------------------------

mkdir "$scenarios"
chmod 755 "$TMPDIR" "$scratch" "$scenarios"
scenario() { # KEY ACTION
  printf 'key: %s\ntitle: Made by the container test\npayment_methods: [card]\nsteps:\n  - ask: %s\n  - finish: issuer\n' "$1" "$2"
}
scenario mounted-pin requires_pin >"$scenarios/mounted.yaml"

step "a container without a server is unhealthy"
strict=(--read-only --read-only-tmpfs=false --cap-drop ALL --security-opt no-new-privileges --memory 128m)
! podman run --rm "${strict[@]}" --network none "$image" healthcheck >/dev/null 2>&1 ||
  fail "healthcheck succeeds though nothing serves"

step "run, read-only, without capabilities, with 128 MB"
started=$(now_ms)
podman run --detach --name "$container" "${strict[@]}" \
  --publish 127.0.0.1::4290 --volume "$scenarios:/scenarios:ro" "$image" >/dev/null
base_url="http://$(podman port "$container" 4290/tcp)"
answers() { curl -sf --max-time 2 -o "$scratch/health" "$base_url/_emulator/health"; }
eventually 20 answers || fail "no answer within 20 s"
result "podman run to the first answer" "$(($(now_ms) - started)) ms"
healthy() { podman healthcheck run "$container" >/dev/null 2>&1; }
eventually 20 healthy || fail "not healthy within 20 s"
result "podman run to healthy" "$(($(now_ms) - started)) ms"

pid="$(podman inspect --format '{{.State.Pid}}' "$container")"
status_of() { awk -v name="$1:" '$1 == name { print $2 }' "/proc/$pid/status"; }
[[ "$(status_of Uid)" != 0 ]] || fail "it runs as root"
[[ "$(status_of CapEff)$(status_of CapPrm)" =~ ^0+$ ]] || fail "it has capabilities"
[[ "$(status_of NoNewPrivs)" == 1 ]] || fail "it may gain privileges"
result "memory at rest (resident)" "$(($(status_of VmRSS) / 1024)) MB"

# The first line on standard output is the ready line, one JSON object.
podman logs "$container" 2>/dev/null | head -1 | json '' >/dev/null || fail "the first line of the log is no JSON"

step "token and charge"
token="$(curl -sf "$base_url/realms/test/protocol/openid-connect/token" \
  -d grant_type=client_credentials -d client_id=sandbox-client -d client_secret=sandbox-secret | json .access_token)"
body() { # REFERENCE
  printf '{"amount":2500,"currency":"NGN","reference":"%s","customer_id":"cus_adaobi0001","payment_method_id":"pmd_card000001"}' "$1"
}
# charge REFERENCE KEY: the answer's body, and nothing but a 201 will do
charge() {
  curl -s --fail-with-body "$base_url/charges" -H "Authorization: Bearer $token" -H 'Content-Type: application/json' \
    -H "X-Scenario-Key: $2" -d "$(body "$1")"
}
reply="$(charge container-test-1 scenario:auth_pin)" || fail "POST /charges: $reply"
[[ "$(json .data.next_action.type <<<"$reply")" == requires_pin ]] || fail "unexpected: $reply"

step "the mounted scenarios, and a file that is added while it runs"
reply="$(charge container-test-2 mounted-pin)" || fail "the mounted scenario: $reply"
[[ "$(json .data.next_action.type <<<"$reply")" == requires_pin ]] || fail "unexpected: $reply"
scenario added-otp requires_otp >"$scratch/added" && mv "$scratch/added" "$scenarios/added.yaml"
added() { reply="$(charge container-test-3 added-otp)"; }
eventually 10 added || fail "a scenario file added to the mounted folder is not seen: $reply"

step "5,000 charges within 128 MB"
requests=5000
for ((i = 1; i <= requests; i++)); do
  ((i == 1)) || echo next
  printf 'url = "%s/charges"\nheader = "Authorization: Bearer %s"\nheader = "Content-Type: application/json"\n' "$base_url" "$token"
  printf 'data = "%s"\noutput = /dev/null\nwrite-out = "%%{http_code}\\n"\n' "$(body "container-load-$i" | sed 's/"/\\"/g')"
done >"$scratch/load"
created="$(curl -s -K "$scratch/load" | grep -c '^201$' || true)"
((created == requests)) || fail "only $created of $requests charges were created"
healthy || fail "no longer healthy after $requests charges"
cgroup="$(podman inspect --format '{{.State.CgroupPath}}' "$container")"
peak="$(cat "/sys/fs/cgroup/memory$cgroup/memory.max_usage_in_bytes" "/sys/fs/cgroup$cgroup/memory.peak" \
  "/sys/fs/cgroup$cgroup/container/memory.peak" 2>/dev/null | head -1 || true)"
result "memory after $requests charges (resident)" "$(($(status_of VmRSS) / 1024)) MB"
result "memory peak, health checks and all (limit 128)" "$((${peak:-0} / 1024 / 1024)) MB"

# --- testcontainers --------------------------------------------------------------------------------------------

if [[ "${1:-}" == --testcontainers ]]; then
  step "testcontainers"
  "$here/testcontainers.sh" "$image" "$scenarios"
fi

# --- stop ------------------------------------------------------------------------------------------------------

step "SIGTERM while a request is under way"
# Half a request, by hand: the server has its head and waits for the rest of its body.
whole="$(body container-test-4)"
exec {connection}<>"/dev/tcp/127.0.0.1/${base_url##*:}"
printf 'POST /charges HTTP/1.1\r\nHost: emulator\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s' \
  "$token" "${#whole}" "${whole:0:20}" >&"$connection"
answers # a whole round trip later, the half request has certainly arrived
started=$(now_ms)
podman kill --signal TERM "$container" >/dev/null
refuses() { ! answers; }
eventually 5 refuses || fail "it still accepts connections 5 s after SIGTERM"
[[ "$(podman inspect --format '{{.State.Running}}' "$container")" == true ]] || fail "it did not wait for the request under way"
printf '%s' "${whole:20}" >&"$connection"
read -r -t 5 _ code _ <&"$connection" || fail "no answer to the request that was under way"
[[ "$code" == 201 ]] || fail "the request that was under way was answered $code"
exec {connection}>&-
exit_code="$(timeout 15 podman wait "$container")" || fail "it still runs 15 s after SIGTERM"
[[ "$exit_code" == 0 ]] || fail "it exited with $exit_code"
result "SIGTERM to exit 0, with a request to finish" "$(($(now_ms) - started)) ms"

echo "PASSED the container test"
printf '  %s\n' "${results[@]}"
