"""The Resistance run: a pilot, a system, and so many days until the Warden comes."""
