"""The rules of each game as pages: readable, searchable, in the numbers in play."""
