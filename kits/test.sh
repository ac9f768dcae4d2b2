#!/bin/sh
# Runs the suites of all kits against the built emulator. A kit whose programs are missing is skipped by name.
# Exits with 77 if that is so for all of them.
set -u
root=$(cd "$(dirname "$0")/.." && pwd)
export EMULATOR_COMMAND="node '$root/dist/main.js'"
unset EMULATOR_URL EMULATOR_WORLD EMULATOR_CONTROL_TOKEN

passed=0 failed=0 skipped=0
for suite in "$root"/kits/*/test.sh; do
  kit=kits/$(basename "$(dirname "$suite")")
  echo "== $kit"
  output=$(mktemp)
  # Not a pipe, which would hide the exit code.
  "$suite" >"$output" 2>&1
  code=$?
  cat "$output"
  case $code in
    0) passed=$((passed + 1)) ;;
    77)
      skipped=$((skipped + 1))
      # .ci/run prints them at its end.
      echo "skipped: $kit ($(tail -1 "$output"))" | tee -a "${SKIPPED_TESTS:-/dev/null}"
      ;;
    *)
      failed=$((failed + 1))
      echo "failed: $kit (exit code $code)"
      ;;
  esac
  rm -f "$output"
done
echo "kits: $passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ] || exit 1
[ "$passed" != 0 ] || exit 77
