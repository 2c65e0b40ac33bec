"""The endpoints: each reads what was sent, calls a service or selector, and answers."""
