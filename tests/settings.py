"""The settings of the tests: the same, calm and without waiting."""

import os

os.environ.setdefault("BOT_PAUSE", "0")
os.environ.setdefault("RATE_LIMITS", "0")
os.environ.setdefault("PLAIN_STATIC", "1")
os.environ.setdefault("EMBEDDED_WORKER", "0")

from config.settings import *  # noqa: E402, F403

