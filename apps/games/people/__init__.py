"""How people fared: their finished games, by game and opponent."""
