"""A guided first game: a real table with a coach beside it."""
