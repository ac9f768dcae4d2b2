#!/bin/sh
# The suite of the PHP kit. Needs EMULATOR_COMMAND; exits with 77 if a program is missing.
set -eu
cd "$(dirname "$0")"
for program in php phpunit; do
  command -v "$program" >/dev/null || { echo "$program is missing (Debian: php-cli, phpunit)"; exit 77; }
done
exec phpunit "$@"
