#!/bin/sh
# Checks and tests the kit with the Go of the machine (Debian: golang-go). Needs EMULATOR_COMMAND or EMULATOR_URL, and no
# network. Exits with 77 if something is missing.
set -eu
cd "$(dirname "$0")"

command -v go >/dev/null || { echo 'go is missing (Debian: golang-go)'; exit 77; }
unset EMULATOR_WORLD
export GOFLAGS=-mod=mod GOPROXY=off GOTOOLCHAIN=local

unformatted=$(gofmt -l .)
[ -z "$unformatted" ] || { echo "not formatted with gofmt: $unformatted"; exit 1; }
go vet ./...
go test -count=1 "$@" ./...
