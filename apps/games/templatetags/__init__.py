"""Template tags about tables."""
