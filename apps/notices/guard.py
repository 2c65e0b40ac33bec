"""Keeping webhooks out of our own network: an address is resolved once, judged, and then used as it is."""

from __future__ import annotations

import ipaddress
import socket
from urllib.parse import SplitResult, urlsplit

from django.conf import settings
from django.utils.translation import gettext_noop as _

SCHEMES = {"https": 443, "http": 80}
_NEVER = tuple(ipaddress.ip_network(net) for net in ("192.0.0.0/24", "192.88.99.0/24"))  # special purposes
_UNICAST = ipaddress.ip_network("2000::/3")  # all of IPv6 that is given to anybody
_EMBEDS_IPV4 = (ipaddress.ip_network("64:ff9b::/96"),)  # translated: the last four bytes are an IPv4 address


class Refused(Exception):
    """An address that notices are not sent to, and why."""


def split(address: str) -> tuple[SplitResult, int]:
    """The parts of a webhook's address and its port. Raises Refused for what is no plain web address."""
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError as fault:
        raise Refused(_("this is not an address")) from fault
    if parts.scheme not in SCHEMES or not parts.hostname:
        raise Refused(_("only https and http addresses can be told"))
    if parts.username is not None or parts.password is not None:
        raise Refused(_("an address must not hold a name or password"))
    if any(ord(sign) < 33 or ord(sign) > 126 for sign in address):
        raise Refused(_("an address must not hold blanks or other signs"))
    return parts, port or SCHEMES[parts.scheme]


def resolve(host: str, port: int) -> str:
    """One address of a host that may be told. Raises Refused if any of its addresses is not public."""
    try:
        found = {str(entry[4][0]) for entry in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)}
    except (OSError, UnicodeError) as fault:
        raise Refused(_("this host is not known")) from fault
    if not settings.HOOKS_PRIVATE and not all(is_public(address) for address in found):
        raise Refused(_("addresses of private networks are not told"))
    return sorted(found, key=lambda address: ":" in address)[0]


def is_public(address: str) -> bool:
    """Whether an IP address belongs to the public internet, in whatever disguise."""
    try:
        ip = ipaddress.ip_address(address.split("%")[0])
    except ValueError:
        return False
    if isinstance(ip, ipaddress.IPv6Address):
        inner = ip.ipv4_mapped or ip.sixtofour or (ip.teredo[1] if ip.teredo else None)
        if inner is None and any(ip in network for network in _EMBEDS_IPV4):
            inner = ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)
        if inner is not None:
            return is_public(str(inner))
        if ip not in _UNICAST:
            return False
    elif any(ip in network for network in _NEVER):
        return False
    return ip.is_global and not (ip.is_multicast or ip.is_reserved or ip.is_unspecified or ip.is_loopback)
