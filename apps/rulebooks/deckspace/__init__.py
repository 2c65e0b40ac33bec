"""Deckspace: momentum ships, cards and ordnance on hexes."""

from apps.rulebooks.deckspace.rulebook import RULEBOOK

__all__ = ["RULEBOOK"]
