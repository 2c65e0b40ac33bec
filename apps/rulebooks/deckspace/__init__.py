"""Deckspace: momentum ships, cards and ordnance on hexes."""
