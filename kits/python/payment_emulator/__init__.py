"""Test helpers for payment-emulator. `start()` connects to an emulator or starts one; pytest users have fixtures."""

from .emulator import PaymentEmulator, start
from .http import EmulatorError
from .receiver import Webhook
from .world import World

__all__ = ["EmulatorError", "PaymentEmulator", "Webhook", "World", "start"]
