#!/bin/sh
# Compiles the kit and its tests with javac and the jars of a Linux distribution (Debian: openjdk-17-jdk-headless, junit5), and
# runs them. Needs EMULATOR_COMMAND or EMULATOR_URL, and no network. Exits with 77 if something is missing.
set -eu
cd "$(dirname "$0")"

jars=${JUNIT_JARS:-/usr/share/java}
names='junit-jupiter-api junit-jupiter-engine junit-jupiter-params junit-platform-commons junit-platform-engine
  junit-platform-launcher junit-platform-console junit-platform-reporting apiguardian-api opentest4j picocli
  opentest4j-reporting-events opentest4j-reporting-schema univocity-parsers'
for program in javac java; do
  command -v "$program" >/dev/null || { echo "$program is missing (Debian: openjdk-17-jdk-headless)"; exit 77; }
done
path=
for name in $names; do
  [ -e "$jars/$name.jar" ] || { echo "$jars/$name.jar is missing (Debian: junit5)"; exit 77; }
  path="$path:$jars/$name.jar"
done
path=${path#:}

unset EMULATOR_WORLD
classes=$(mktemp -d)
trap 'rm -rf "$classes"' EXIT
find src -name '*.java' -exec javac --release 17 -encoding UTF-8 -Xlint:all,-path,-processing -Werror -cp "$path" -d "$classes" {} +
java -cp "$classes:$path" org.junit.platform.console.ConsoleLauncher \
  --scan-classpath "$classes" --disable-banner --fail-if-no-tests --details=tree \
  --config=junit.jupiter.execution.parallel.enabled=true \
  --config=junit.jupiter.execution.parallel.mode.default=concurrent "$@"
