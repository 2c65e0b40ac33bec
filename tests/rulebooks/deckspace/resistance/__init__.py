"""The Resistance run."""
