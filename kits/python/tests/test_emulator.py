import os
import socket
import sys
import unittest

import pytest

from payment_emulator import EmulatorError, start


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def test_without_an_address_an_emulator_is_started_and_stopped(monkeypatch):
    monkeypatch.delenv("EMULATOR_URL", raising=False)
    with start() as emulator:
        assert emulator.started
        assert emulator.world().token()
    with pytest.raises(EmulatorError, match="no answer from .* Is payment-emulator running there?"):
        emulator.credentials()


def test_with_an_address_the_emulator_there_is_used_and_left_running(payment_emulator, monkeypatch):
    monkeypatch.setenv("EMULATOR_URL", payment_emulator.url + "/")
    with start() as emulator:
        assert not emulator.started
        assert emulator.url == payment_emulator.url
    assert payment_emulator.credentials()["secret_keys"]


def test_an_address_without_an_emulator_is_an_error_that_says_what_to_do(monkeypatch):
    monkeypatch.setenv("EMULATOR_URL", f"http://127.0.0.1:{free_port()}")
    with pytest.raises(EmulatorError, match="refused.*EMULATOR_URL is .*start an emulator there, or unset it"):
        start()


def test_a_command_that_does_not_exist_is_an_error_that_says_what_to_do(monkeypatch):
    monkeypatch.delenv("EMULATOR_URL", raising=False)
    monkeypatch.setenv("EMULATOR_COMMAND", "no-such-program --some flag")
    with pytest.raises(EmulatorError, match="cannot start 'no-such-program --some flag': .*on the PATH, set EMULATOR_COMMAND"):
        start()


def test_a_command_that_fails_is_an_error_with_what_it_printed(monkeypatch):
    monkeypatch.delenv("EMULATOR_URL", raising=False)
    monkeypatch.setenv("EMULATOR_COMMAND", os.environ["EMULATOR_COMMAND"] + " --seeed 1")
    with pytest.raises(EmulatorError, match="did not start an emulator .exit code 2.: .*--seed"):
        start()


def test_a_command_that_is_no_emulator_is_an_error(monkeypatch):
    monkeypatch.delenv("EMULATOR_URL", raising=False)
    monkeypatch.setenv("EMULATOR_COMMAND", f"{sys.executable} -c 'print(42)'")
    with pytest.raises(EmulatorError, match="did not start an emulator .*: 42"):
        start()


@pytest.mark.parametrize("variable", ["EMULATOR_WORLD", "EMULATOR_URL"])
def test_a_world_from_the_environment_serves_every_test_and_is_reset_before_each(payment_emulator, monkeypatch, variable):
    name = f"shared-{variable.lower()}"
    monkeypatch.setenv("EMULATOR_WORLD", name if variable == "EMULATOR_WORLD" else "")
    monkeypatch.setenv("EMULATOR_URL", payment_emulator.url + (f"/w/{name}" if variable == "EMULATOR_URL" else ""))
    with start() as emulator:
        first = emulator.world("first")
        first.request("POST", "/customers", {"email": "ada@example.com"})
        assert first.name == name
        again = emulator.world("second")
        assert again.request("GET", "/customers?email=ada@example.com") == []
        again.end()
        assert again.request("GET", "/customers?email=ada@example.com") == []


def test_the_control_token_of_the_environment_is_sent(monkeypatch):
    monkeypatch.delenv("EMULATOR_URL", raising=False)
    monkeypatch.setenv("EMULATOR_CONTROL_TOKEN", "made-up-token")
    with start() as emulator:
        assert emulator.world().advance("1s")["total"] == 0
        monkeypatch.setenv("EMULATOR_CONTROL_TOKEN", "")
        monkeypatch.setenv("EMULATOR_URL", emulator.url)
        with pytest.raises(EmulatorError, match="token"):
            start().world().advance("1s")


class WithoutFixtures(unittest.TestCase):
    def setUp(self):
        self.emulator = start()
        self.addCleanup(self.emulator.close)
        self.world = self.emulator.world(self.id())
        self.addCleanup(self.world.end)

    def test_a_world_needs_no_pytest(self):
        self.assertTrue(self.world.name.startswith("test-emulator-WithoutFixtures"), self.world.name)
        self.assertEqual(self.world.request("GET", "/charges"), [])
