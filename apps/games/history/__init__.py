"""Going back in a table's time: replays, moments, files, reports, and what one has missed."""
