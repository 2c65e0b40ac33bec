"""Friendly names for guests."""

from __future__ import annotations

import secrets

_FIRST = (
    "Amber", "Bold", "Brave", "Bright", "Calm", "Clever", "Copper", "Dapper", "Daring", "Distant", "Eager",
    "Early", "Gentle", "Golden", "Hasty", "Hidden", "Honest", "Humble", "Jolly", "Keen", "Lucky", "Mellow",
    "Merry", "Misty", "Nimble", "Patient", "Polite", "Proud", "Quick", "Quiet", "Rapid", "Restless", "Rusty",
    "Silent", "Silver", "Sleepy", "Sly", "Steady", "Sunny", "Swift", "Tidy", "Velvet", "Wandering", "Wild",
    "Witty",
)  # fmt: skip
_SECOND = (
    "Albedo", "Aphelion", "Aurora", "Beacon", "Bolide", "Comet", "Corona", "Cosmonaut", "Crater", "Drifter",
    "Eclipse", "Equinox", "Falcon", "Gantry", "Halo", "Helion", "Ion", "Jetstream", "Kelvin", "Lander",
    "Lodestar", "Magnetar", "Meteor", "Moonlet", "Nebula", "Nova", "Orbit", "Parsec", "Perigee", "Photon",
    "Pilot", "Probe", "Pulsar", "Quasar", "Rocket", "Rover", "Satellite", "Solstice", "Sputnik", "Stardust",
    "Sunspot", "Transit", "Umbra", "Voyager", "Zenith",
)  # fmt: skip


def guest_name() -> str:
    """A name to show at the table, such as "Quiet Comet"; not unique."""
    return f"{secrets.choice(_FIRST)} {secrets.choice(_SECOND)}"


def guest_username() -> str:
    """An account name that nobody else has or can choose."""
    return f"guest-{secrets.token_hex(8)}"
