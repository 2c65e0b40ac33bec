"""Frames of sockets travel compressed where the other side can read that, as browsers can.

Each is compressed by itself: what is drawn shrinks to a quarter in a twentieth of a millisecond, and no socket
keeps a window of what it has sent, which would cost more memory than everything else of an open page.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from autobahn.websocket.compress import PerMessageDeflateOffer, PerMessageDeflateOfferAccept
from daphne import server

MOST_HEARD = 65_536  # bytes of what a page says, unpacked; it has little to say
WINDOW = 12  # bits
MEMORY = 5  # of 9: kilobytes for the short while of one frame


def accepted(offers: Iterable[Any]) -> PerMessageDeflateOfferAccept | None:
    """What we accept of the ways to compress that a browser offers."""
    for offer in offers:
        if isinstance(offer, PerMessageDeflateOffer):
            return PerMessageDeflateOfferAccept(
                offer,
                request_no_context_takeover=offer.accept_no_context_takeover,
                no_context_takeover=True,
                window_bits=min(WINDOW, offer.request_max_window_bits or WINDOW),
                mem_level=MEMORY,
                max_message_size=MOST_HEARD,
            )
    return None


class Compressing(server.WebSocketFactory):
    """Daphne's factory of sockets, which has no option of its own for this."""

    def setProtocolOptions(self, **options: Any) -> None:
        """Set them, and ours."""
        super().setProtocolOptions(perMessageCompressionAccept=accepted, **options)


def compress_sockets() -> None:
    """Have the daphne of this process, however it was started, compress. It names its factory in one place only."""
    server.WebSocketFactory = Compressing
