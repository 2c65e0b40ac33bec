"""The JSON API for programs: the same tables, rules and limits as the pages, without a session."""
