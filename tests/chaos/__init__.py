"""People play while everything is killed: what was acknowledged must be there, once."""
