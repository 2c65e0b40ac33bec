"""People: sign-up, guests, profiles."""
