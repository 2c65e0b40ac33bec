from __future__ import annotations

import logging
import os
import threading
import time
import urllib.request
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand

from config.local import lan_address


class Command(BaseCommand):
    """Prepare the database and the content, then serve Starboard on this machine and its network."""

    help = __doc__

    def add_arguments(self, parser: Any) -> None:
        """Arguments."""
        parser.add_argument("--port", type=int, default=int(os.environ.get("PORT") or 8000))
        parser.add_argument("--bind", default=os.environ.get("BIND") or "0.0.0.0")

    def handle(self, *args: Any, **options: Any) -> None:
        """Run until interrupted."""
        settings.VAR_DIR.mkdir(exist_ok=True)
        call_command("migrate", verbosity=0, interactive=False)
        call_command("load_content", verbosity=0)
        call_command("collectstatic", verbosity=0, interactive=False)
        threading.Thread(target=self._greet, args=(options["port"],), daemon=True).start()
        serve(options["bind"], options["port"])

    def _greet(self, port: int) -> None:
        """Wait for the first answer, which also starts the worker, and say where to go."""
        for _attempt in range(200):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5).close()
            except OSError as error:
                if getattr(error, "code", None) == 503:
                    break
                time.sleep(0.1)
            else:
                break
        here = f"http://localhost:{port}/"
        lan = lan_address()
        near = f"http://{lan}:{port}/" if lan else here
        self.stdout.write(f"\n  Starboard is ready.\n\n  play here       {here}\n  other devices   {near}")
        self.stdout.write(f"  on the TV       {near}tv/\n\n  Stop with Ctrl+C.\n")


def serve(bind: str, port: int) -> None:
    """Serve with daphne in this process. Sockets are never closed for their age."""
    from daphne.endpoints import build_endpoint_description_strings
    from daphne.server import Server

    from config.asgi import application

    logging.getLogger("daphne").setLevel(logging.WARNING)
    Server(
        application=application,
        endpoints=build_endpoint_description_strings(host=bind, port=port),
        websocket_timeout=-1,
        ping_interval=20,
        ping_timeout=30,
        application_close_timeout=10,
        server_name="",
    ).run()
