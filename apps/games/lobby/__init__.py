"""The pages around the table: what to play, with whom, who is missing."""
