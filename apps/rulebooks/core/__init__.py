"""What all games share: the protocol, scenes, texts, chance, geometry, contracts and simple bots."""
