# shellcheck shell=bash
# Sourced by run.sh and base-image.sh: buildah and podman, with separate storage.
#
# The stand-in images have the names of public ones. In the user's storage the next ordinary build would use them; in
# separate storage they do no harm, and `rm -rf` of the cache folder (after the test has ended) removes everything.

CACHE="${XDG_CACHE_HOME:-$HOME/.cache}/payment-emulator"
ENGINE="$CACHE/engine"
mkdir -p "$ENGINE/tmp"

# The state of running containers must disappear with a reboot, so it is in /run, not in the cache; one for each cache.
state="/run/payment-emulator-$(cksum <<<"$CACHE" | cut -d ' ' -f 1)"
cat >"$ENGINE/storage.conf" <<CONF
[storage]
driver = "overlay"
graphroot = "$ENGINE/storage"
runroot = "$state/storage"
[storage.options.overlay]
skip_mount_home = "true" # a mount would keep the cache from being removed
CONF

# runc and cgroupfs work without systemd; the modest ulimits work where the caller's own hard limits are low.
cat >"$ENGINE/containers.conf" <<CONF
[containers]
default_ulimits = ["nofile=1024:1024", "nproc=1024:1024"]
log_driver = "k8s-file"
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
tmp_dir = "$state/podman"
[network]
network_config_dir = "$ENGINE/networks"
CONF

# A Dockerfile's `node:24-slim` means Docker Hub's, as it does for Docker.
cat >"$ENGINE/registries.conf" <<'CONF'
unqualified-search-registries = ["docker.io"]
short-name-mode = "disabled"
CONF

export CONTAINERS_STORAGE_CONF="$ENGINE/storage.conf"
export CONTAINERS_CONF="$ENGINE/containers.conf"
export CONTAINERS_REGISTRIES_CONF="$ENGINE/registries.conf"
export TMPDIR="$ENGINE/tmp" # both tools leave gigabytes in /var/tmp otherwise

podman() { command podman --log-level fatal "$@"; } # without systemd it complains about its timers for health checks
say() { printf '%s\n' "$*" >&2; }
fail() {
  say "FAILED: $*"
  exit 1
}
step() { say "- $*"; }
now_ms() { echo $((${EPOCHREALTIME/[.,]/} / 1000)); }
# result WHAT VALUE: a line of the table at the end, in the file $RESULTS
result() { printf '  %-48s %s\n' "$1" "$2" >>"${RESULTS:-/dev/stderr}"; }
# scenario KEY ACTION: a scenario file that asks for one next action
scenario() {
  printf 'key: %s\ntitle: Made by the container test\npayment_methods: [card]\nsteps:\n  - ask: %s\n  - finish: issuer\n' "$1" "$2"
}
