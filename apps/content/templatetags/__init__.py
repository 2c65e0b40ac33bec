"""Template tags about the studio."""
