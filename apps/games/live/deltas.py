"""What has to travel to turn one HTML text into the next: where they differ, and what stands there now."""

from __future__ import annotations

from collections import OrderedDict

Delta = tuple[int, int, str]  # from here to there, counted as JavaScript counts, comes this text instead

KEPT = 4096  # deltas held in memory
WORTH = 0.75  # a delta longer than this part of the whole is sent as the whole

_known: OrderedDict[tuple[bytes, bytes], Delta | None] = OrderedDict()


def delta(old: str, new: str) -> Delta:
    """The one stretch in which two texts differ."""
    start = _common(old, new)
    end = _common(old[start:][::-1], new[start:][::-1])
    stop = len(old) - end
    return _units(old, start), _units(old, stop), new[start : len(new) - end]


def known_delta(old_token: bytes, new_token: bytes, old: str, new: str) -> Delta | None:
    """The delta between two drawn regions, worked out once for all who watch; None where the whole is no longer."""
    key = (old_token, new_token)
    if key not in _known:
        found = delta(old, new)
        _known[key] = found if len(found[2]) < WORTH * len(new) else None
        while len(_known) > KEPT:
            _known.popitem(last=False)
    return _known[key]


def _common(one: str, other: str) -> int:
    """How many characters two texts have in common at their beginning, by halving."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _units(text: str, length: int) -> int:
    """A length in UTF-16 units, in which JavaScript counts."""
    if text.isascii():
        return length
    return len(text[:length].encode("utf-16-le")) // 2
