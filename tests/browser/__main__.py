"""Sets the stage in the database of the environment and prints it as JSON."""

import json
import os
import sys

import django


def main() -> None:
    """Run as `python -m tests.browser`."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from tests.browser.stage import set_up

    json.dump(set_up(), sys.stdout)


main()
