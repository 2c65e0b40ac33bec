"""The games as pure Python: nothing under this package imports Django or touches the outside world."""
