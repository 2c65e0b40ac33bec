"""Frames of sockets travel compressed where the other side can read that, as browsers can.

Each is compressed by itself: what is drawn shrinks to a quarter in a twentieth of a millisecond, and no socket
keeps what it takes to compress, which would be tens of kilobytes for each open page.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from autobahn.websocket.compress import (
    PERMESSAGE_COMPRESSION_EXTENSION,
    PerMessageDeflate,
    PerMessageDeflateOffer,
    PerMessageDeflateOfferAccept,
)
from daphne import server

MOST_HEARD = 65_536  # bytes of what a page says, unpacked; it has little to say


class Deflate(PerMessageDeflate):
    """Autobahn's, which otherwise keeps until the next frame what it will then make anew."""

    def end_compress_message(self) -> bytes:
        """The rest of a frame."""
        rest: bytes = super().end_compress_message()
        self._compressor = None
        return rest

    def end_decompress_message(self) -> None:
        """Done with what a page said."""
        super().end_decompress_message()
        if self.client_no_context_takeover:
            self._decompressor = None


def accepted(offers: Iterable[Any]) -> PerMessageDeflateOfferAccept | None:
    """What we accept of the ways to compress that a browser offers."""
    for offer in offers:
        if isinstance(offer, PerMessageDeflateOffer):
            return PerMessageDeflateOfferAccept(
                offer,
                request_no_context_takeover=offer.accept_no_context_takeover,
                no_context_takeover=True,
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
    PERMESSAGE_COMPRESSION_EXTENSION[PerMessageDeflate.EXTENSION_NAME]["PMCE"] = Deflate
    server.WebSocketFactory = Compressing
