"""Who sits where while a game is on: leaving, coming back, relieving somebody who is away."""
