"""The pages of the studio: they read what was sent, call a service, and show the answer."""
