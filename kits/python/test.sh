#!/bin/sh
# The suite of the Python kit. Needs EMULATOR_COMMAND; exits with 77 if a program is missing.
set -eu
cd "$(dirname "$0")"
# The installation that Debian's packages belong to comes last in the PATH of some machines.
for python in python3 /usr/bin/python3; do
  "$python" -c 'import pytest, xdist' 2>/dev/null || continue
  # By name only: where the kit is installed, pytest would find the plugin a second time.
  export PYTEST_DISABLE_PLUGIN_AUTOLOAD=1 PYTEST_PLUGINS=xdist.plugin
  PYTHONPATH=$PWD PYTHONDONTWRITEBYTECODE=1 exec "$python" -m pytest -p payment_emulator.pytest_plugin -p no:cacheprovider -n 2 "$@"
done
echo 'python3-pytest and python3-pytest-xdist are missing'
exit 77
