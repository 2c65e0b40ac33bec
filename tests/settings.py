"""The settings of the tests: the same, calm and without waiting."""

import os

os.environ.setdefault("BOT_PAUSE", "0")
os.environ.setdefault("RATE_LIMITS", "0")
os.environ.setdefault("PLAIN_STATIC", "1")
os.environ.setdefault("EMBEDDED_WORKER", "0")

from config.settings import *
from config.settings import DATABASES, VAR_DIR

if "sqlite" in DATABASES["default"]["ENGINE"]:
    # A file, because threads and servers share it; one for each run, because runs do not.
    DATABASES["default"]["TEST"] = {"NAME": VAR_DIR / f"test-{os.getpid()}.sqlite3"}
