"""Word that it is your turn, for people who are not looking: by mail and to a webhook."""
