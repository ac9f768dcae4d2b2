"""The pytest plugin: fixtures, and the timeline beneath a failed test."""

from __future__ import annotations

from typing import Any, Iterator

import pytest

from .emulator import PaymentEmulator, start
from .http import EmulatorError
from .world import World

_world = pytest.StashKey[World]()
_failed = pytest.StashKey[bool]()


@pytest.fixture(scope="session")
def payment_emulator() -> Iterator[PaymentEmulator]:
    """The emulator of this test process: the one at EMULATOR_URL, or one that is started and stopped."""
    with start() as emulator:
        yield emulator


@pytest.fixture
def world(payment_emulator: PaymentEmulator, request: pytest.FixtureRequest) -> Iterator[World]:
    """A world of its own for each test. It ends after a test that passes, and stays after one that fails."""
    world = payment_emulator.world(request.node.name)
    request.node.stash[_world] = world
    yield world
    if request.node.stash.get(_failed, False):
        world.close()
    else:
        world.end()


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    outcome: Any = yield
    report = outcome.get_result()
    world = item.stash.get(_world, None)
    if world is None or not report.failed or report.when == "teardown":
        return
    item.stash[_failed] = True
    try:
        timeline = world.timeline()
    except EmulatorError as error:
        timeline = f"not available: {error}"
    report.sections.append((f"timeline of world {world.name}", timeline))
