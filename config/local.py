"""What a machine at home needs without being told: a secret key of its own and its own names."""

from __future__ import annotations

import os
import secrets
import socket
from pathlib import Path


def local_secret_key(folder: Path) -> str:
    """The key kept in `folder`, made on first use and readable by its owner only."""
    path = folder / "secret_key"
    try:
        return path.read_text()
    except FileNotFoundError:
        folder.mkdir(parents=True, exist_ok=True)
    key = secrets.token_urlsafe(64)
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:  # another process was first
        return path.read_text()
    with os.fdopen(handle, "w") as file:
        file.write(key)
    return key


def lan_address() -> str | None:
    """This machine's address in the home network, or None when it has none. Sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # a documentation address: only the route is looked up
        except OSError:
            return None
        address: str = probe.getsockname()[0]
        return address


def local_hosts() -> list[str]:
    """The names under which devices in the same home can reach this machine."""
    name = socket.gethostname().lower()
    names = ["localhost", "127.0.0.1", "[::1]", name, f"{name}.local", lan_address()]
    return [host for host in names if host]
