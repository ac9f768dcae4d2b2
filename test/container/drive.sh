#!/usr/bin/env bash
# Runs the image under strict conditions, uses it, and stops it. Called by run.sh, in a separate network namespace, after
# the image was built.
#
# usage: drive.sh IMAGE

set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
# shellcheck source=engine.sh
source "$here/engine.sh"

image="${1:?usage: drive.sh IMAGE}"
container="payment-emulator-test-$$"
scratch="$(mktemp -d)"

clean_up() {
  local status=$?
  if [[ $status != 0 ]]; then
    say "--- the container's log"
    podman logs "$container" >&2 || true
  fi
  podman rm --force --time 0 "$container" >/dev/null 2>&1 || true
  rm -rf "$scratch"
}
trap clean_up EXIT

curl() { command curl --silent --noproxy '*' "$@"; }
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

# --- run -------------------------------------------------------------------------------------------------------

mkdir "$scratch/scenarios"
chmod 755 "$scratch" "$scratch/scenarios" # the container's user is none of this machine's
scenario mounted-pin requires_pin >"$scratch/scenarios/mounted.yaml"

step "a container without a server is unhealthy"
strict=(--read-only --read-only-tmpfs=false --cap-drop ALL --security-opt no-new-privileges --memory 128m)
code=0
podman run --rm "${strict[@]}" --network none "$image" healthcheck >/dev/null 2>&1 || code=$?
[[ "$code" == 1 ]] || fail "healthcheck exits with $code, not 1, where nothing serves" # 125 and more are podman's own

step "a program under run"
code=0
program="fetch('https://pay.example/health').then(({ status }) => process.exit(status === 200 ? 42 : 1))"
podman run --rm "${strict[@]}" --tmpfs /tmp --network none "$image" run --map pay.example -- node -e "$program" || code=$?
[[ "$code" == 42 ]] || fail "run exits with $code, not 42"

# start OPTION…: runs the container under the strict conditions, waits until it is healthy, and stores the times since
# the start in $answered_ms and $healthy_ms. It answers at $base_url.
start() {
  local began
  began=$(now_ms)
  podman run --detach --name "$container" "${strict[@]}" "$@" "$image" >/dev/null
  base_url="http://$(podman port "$container" 4290/tcp 2>/dev/null)"
  [[ "$base_url" != http:// ]] || base_url=http://127.0.0.1:4290
  eventually 20 answers || fail "no answer within 20 s"
  answered_ms=$(($(now_ms) - began))
  eventually 20 healthy || fail "not healthy within 20 s"
  healthy_ms=$(($(now_ms) - began))
}
answers() { curl --fail --max-time 2 --output /dev/null "$base_url/health"; }
healthy() { podman healthcheck run "$container" >/dev/null 2>&1; }
median() { sort -n | sed -n "$(((starts + 1) / 2))p"; }

step "time to healthy"
starts=7
for ((i = 0; i < starts; i++)); do
  start --network host # the host is this script's own namespace: no time goes into a bridge
  echo "$answered_ms" >>"$scratch/answered"
  echo "$healthy_ms" >>"$scratch/healthy"
  podman rm --force --time 0 "$container" >/dev/null
done
result "podman run to the first answer, median of $starts" "$(median <"$scratch/answered") ms"
result "podman run to healthy, median of $starts" "$(median <"$scratch/healthy") ms"

step "run, read-only, without capabilities, with 128 MB"
start --publish 127.0.0.1::4290 --volume "$scratch/scenarios:/scenarios:ro"

pid="$(podman inspect --format '{{.State.Pid}}' "$container")"
status_of() { awk -v name="$1:" '$1 == name { print $2 }' "/proc/$pid/status"; }
[[ "$(status_of Uid)" != 0 ]] || fail "it runs as root"
[[ "$(status_of CapEff)$(status_of CapPrm)" =~ ^0+$ ]] || fail "it has capabilities"
[[ "$(status_of NoNewPrivs)" == 1 ]] || fail "it may gain privileges"
podman exec "$container" node -e '' || fail "podman exec does not work"
for folder in / /app /app/compile-cache /scenarios /tmp; do
  ! podman exec "$container" node -e "fs.writeFileSync('$folder/file', '')" 2>/dev/null || fail "$folder is writable"
done
result "memory at rest (resident)" "$(($(status_of VmRSS) / 1024)) MB"

# The first line on standard output is the ready line, one JSON object.
podman logs "$container" 2>/dev/null | sed -n 1p | json '' >/dev/null || fail "the first line of the log is no JSON"

step "token and charge"
token="$(curl --fail "$base_url/realms/test/protocol/openid-connect/token" \
  -d grant_type=client_credentials -d client_id=sandbox-client -d client_secret=sandbox-secret | json .access_token)"
body() { # REFERENCE
  printf '{"amount":2500,"currency":"NGN","reference":"%s","customer_id":"cus_adaobi0001","payment_method_id":"pmd_card000001"}' "$1"
}
# charge REFERENCE KEY: the answer's body; fails unless the status is 201
charge() {
  curl --fail-with-body "$base_url/charges" -H "Authorization: Bearer $token" -H 'Content-Type: application/json' \
    -H "X-Scenario-Key: $2" -d "$(body "$1")"
}
reply="$(charge container-test-1 scenario:auth_pin)" || fail "POST /charges: $reply"
[[ "$(json .data.next_action.type <<<"$reply")" == requires_pin ]] || fail "unexpected: $reply"

step "the mounted scenarios, and a file that is added while it runs"
reply="$(charge container-test-2 mounted-pin)" || fail "the mounted scenario: $reply"
[[ "$(json .data.next_action.type <<<"$reply")" == requires_pin ]] || fail "unexpected: $reply"
scenario added-otp requires_otp >"$scratch/added" && mv "$scratch/added" "$scratch/scenarios/added.yaml"
added() { reply="$(charge container-test-3 added-otp)"; }
eventually 10 added || fail "a scenario file added to the mounted folder is not seen: $reply"

step "5,000 charges within 128 MB"
requests=5000
for ((i = 1; i <= requests; i++)); do
  ((i == 1)) || echo next
  printf 'url = "%s/charges"\nheader = "Authorization: Bearer %s"\nheader = "Content-Type: application/json"\n' "$base_url" "$token"
  printf 'data = "%s"\noutput = /dev/null\nwrite-out = "%%{http_code}\\n"\n' "$(body "container-load-$i" | sed 's/"/\\"/g')"
done >"$scratch/load"
created="$(curl -K "$scratch/load" | grep -c '^201$' || true)"
((created == requests)) || fail "only $created of $requests charges were created"
healthy || fail "no longer healthy after $requests charges"
cgroup="$(podman inspect --format '{{.State.CgroupPath}}' "$container")"
peak="$(cat "/sys/fs/cgroup/memory$cgroup/memory.max_usage_in_bytes" "/sys/fs/cgroup$cgroup/memory.peak" \
  "/sys/fs/cgroup$cgroup/container/memory.peak" 2>/dev/null | head -1 || true)"
result "memory after $requests charges (resident)" "$(($(status_of VmRSS) / 1024)) MB"
result "memory peak, health checks and all (limit 128)" "$((${peak:-0} / 1024 / 1024)) MB"

# --- stop ------------------------------------------------------------------------------------------------------

step "SIGTERM while a request is in progress"
# Half a request: the server has the headers and waits for the rest of the body.
whole="$(body container-test-4)"
exec {connection}<>"/dev/tcp/127.0.0.1/${base_url##*:}"
printf 'POST /charges HTTP/1.1\r\nHost: emulator\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s' \
  "$token" "${#whole}" "${whole:0:20}" >&"$connection"
answers # a whole round trip later, the half request has certainly arrived
started=$(now_ms)
podman kill --signal TERM "$container" >/dev/null
refuses() { ! answers; }
eventually 5 refuses || fail "it still accepts connections 5 s after SIGTERM"
[[ "$(podman inspect --format '{{.State.Running}}' "$container")" == true ]] || fail "it did not wait for the request in progress"
printf '%s' "${whole:20}" >&"$connection"
read -r -t 5 _ code _ <&"$connection" || fail "no answer to the request in progress"
[[ "$code" == 201 ]] || fail "the request in progress was answered $code"
exec {connection}>&-
exit_code="$(timeout 15 podman wait "$container")" || fail "it still runs 15 s after SIGTERM"
[[ "$exit_code" == 0 ]] || fail "it exited with $exit_code"
result "SIGTERM to exit 0, with a request to finish" "$(($(now_ms) - started)) ms"
