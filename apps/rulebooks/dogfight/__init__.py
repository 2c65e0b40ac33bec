"""Space Dogfight: two fleets, one cup of action counters, three asteroids that nobody steers."""

from apps.rulebooks.dogfight.rulebook import RULEBOOK

__all__ = ["RULEBOOK"]
