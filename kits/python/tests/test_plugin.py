import json
import urllib.request

pytest_plugins = "pytester"

failing = """
    def test_that_fails(world):
        world.request("GET", "/charges?status=succeeded")
        world.receive_webhooks()
        assert world.advance("1m")["total"] == 17  # there is no timer

    def test_that_is_refused(world):
        world.next("issuer:made_up")

    def test_that_passes(world):
        world.advance("1m")
"""


def run(pytester, payment_emulator, monkeypatch, *options):
    monkeypatch.setenv("EMULATOR_URL", payment_emulator.url)
    pytester.makepyfile(failing)
    return pytester.runpytest_subprocess("-p", "payment_emulator.pytest_plugin", *options)


def names_of_worlds(payment_emulator):
    with urllib.request.urlopen(f"{payment_emulator.url}/_emulator/worlds") as answer:
        return [world["name"] for world in json.load(answer)["worlds"]]


def test_a_failed_test_shows_the_timeline_of_its_world(pytester, payment_emulator, monkeypatch):
    result = run(pytester, payment_emulator, monkeypatch)
    result.assert_outcomes(failed=2, passed=1)
    result.stdout.fnmatch_lines(["*- timeline of world test-that-fails-* -*", "*GET */charges*"])
    result.stdout.no_fnmatch_line("*timeline of world test-that-passes*")


def test_a_refusal_is_shown_where_the_test_calls_the_kit(pytester, payment_emulator, monkeypatch):
    result = run(pytester, payment_emulator, monkeypatch, "-k", "refused")
    result.stdout.fnmatch_lines(['>*world.next("issuer:made_up")', "E*EmulatorError: *issuer:made_up*not a known scenario key*"])
    result.stdout.no_fnmatch_line("*def next(*")


def test_a_world_ends_after_a_test_that_passes_and_stays_after_one_that_fails(pytester, payment_emulator, monkeypatch):
    before = names_of_worlds(payment_emulator)
    run(pytester, payment_emulator, monkeypatch)
    added = [name for name in names_of_worlds(payment_emulator) if name not in before]
    assert sorted(name.rsplit("-", 2)[0] for name in added) == ["test-that-fails", "test-that-is-refused"]


def test_each_worker_has_worlds_of_its_own(pytester, payment_emulator, monkeypatch):
    result = run(pytester, payment_emulator, monkeypatch, "-n", "2", "--dist", "each")
    result.assert_outcomes(failed=4, passed=2)
    for worker in ("gw0", "gw1"):
        result.stdout.fnmatch_lines_random([f"*timeline of world test-that-fails-{worker}-*"])


def test_an_emulator_that_cannot_be_reached_is_an_error_of_the_test(pytester, payment_emulator, monkeypatch):
    pytester.makepyfile(failing)
    monkeypatch.setenv("EMULATOR_URL", "http://127.0.0.1:9")
    result = pytester.runpytest_subprocess("-p", "payment_emulator.pytest_plugin")
    result.assert_outcomes(errors=3)
    result.stdout.fnmatch_lines(["E*EmulatorError: no answer from http://127.0.0.1:9*unset it*"])
