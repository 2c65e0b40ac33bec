"""Squares and hexes: neighbours, distances, lines and directions, without any game in them."""
