"""Every page that somebody can see, taken from the table of addresses: none can be forgotten.

An address is a page unless `roles.txt` says that nobody gets anything there by GET, or it stands in
`NO_PAGE` with the reason. Each page is looked at as somebody for whom it is more than a way elsewhere.
"""

from __future__ import annotations

from typing import Any

from django.urls import reverse

from tests.strength.test_roles import expected
from tests.strength.world import addresses

NO_PAGE = {
    "studio:export": "a file",
    "studio:export-release": "a file",
    "export": "a file",
    "api-example": "a file",
    "export-campaign": "a file",
    "ledger": "leads to the campaign",
    "healthz": "for machines",
    "my-record": "leads to a person's page",
    "replay": "leads to a moment",
    "account_request_reauthentication_code": "codes by mail are off",
    "account_confirm_reauthentication_code": "codes by mail are off",
    "account_confirm_login_code": "codes by mail are off",
}

# Who looks, and at what, where the first table in play and the usual arguments do not do.
VISITORS: dict[str, tuple[str | None, ...]] = {
    "home": (None, "ann", "eve"),
    "campaigns": (None, "ann"),
    "campaign": ("ann", "eve"),
    "campaign-members": ("ann", "eve"),
    "campaign-settings": ("ann", "eve"),
    "join-campaign": (None, "ann"),
    "table": ("ann", "eve", "guest"),
    "enter": (None,),
    "keep": ("guest",),
    "account_login": (None,),
    "account_signup": (None,),
    "account_change_password": ("root",),
    "account_reauthenticate": ("root",),
    "account_set_password": ("ann",),
    "account_reset_password_from_key": (None,),
    "account_confirm_email": ("ann",),
    "invite": (None, "eve"),
    "rules": (None,),
    "rules-game": (None,),
    "learn": (None,),
    "tv": (None,),
    "notices-off": (None,),
    "replay-at": (None, "ann"),
}
AT: dict[str, dict[str, Any]] = {
    "branch": {"slug": "finished", "line": 3},
    "replay-at": {"slug": "finished", "line": 20},
    "invite": {"slug": "gathering"},
}
QUERY = {"studio:compare": "?a=1&b=1", "rules-game": "?q=ship", "pair": "?code=ABC"}
MORE = [  # the same address with something else to see
    ("table-gathering", "ann", "/t/{gathering}/"),
    ("table-finished", "ann", "/t/{replay}/"),
    ("table-device", "ann", "/t/{device}/"),
    ("table-lesson", "ann", "/t/{lesson}/"),
    ("invite-used", "eve", "/t/{pair}/join/{used}/"),
    ("new-table-friend", "ann", "/new/dogfight/?preset=friend"),
    ("campaign-resistance", "ann", "{homes[system]}"),
    ("campaign-history-earlier", "ann", "{homes[look]}history/?run=1"),
    ("new-campaign-resistance", "ann", "/campaigns/new/deckspace/resistance/"),
    ("collection-resistance", "ann", "/campaigns/collection/deckspace/resistance/"),
    ("join-withdrawn", "ben", "/campaigns/join/nowhere/"),
    ("nowhere", "ann", "/nowhere/"),
    ("admin", "root", "/admin/"),
    ("report-look", "root", "/admin/games/report/{report}/look/"),
]


def names() -> set[str]:
    """The names of all addresses that may be pages."""
    rows = expected()
    silent = {"405", "302", "401"}
    found = set()
    for name, _pattern in addresses():
        if name.startswith(("admin:", "api:")) or name in NO_PAGE:
            continue
        codes = {code for role, code in rows[f"{name} GET"].items() if role not in ("read", "play", "revoked")}
        if codes <= silent and name not in VISITORS:
            continue
        if codes <= silent | {"403"} and name.startswith("studio:") and rows[f"{name} GET"]["staff"] == "405":
            continue
        found.add(name)
    return found


def visits(found: dict[str, Any]) -> list[tuple[str, str | None, str]]:
    """What to look at: a name, as whom, and the address."""
    told = found["keys"]
    usual = {
        "slug": found["tables"]["pair"], "game": "dogfight", "kind": "ship", "line": 0, "username": "ann", "number": 1,
        "pk": told["draft"], "token": told["off"], "invite": told["invite"],
    }  # fmt: skip
    keys = {"account_confirm_email": {"key": told["confirm"]}, "account_reset_password_from_key": told["reset"]}
    listed = []
    for name, pattern in addresses():
        if name not in names():
            continue
        at = {**usual, **AT.get(name, {}), **keys.get(name, {})}
        if pattern.startswith(("c/", "campaigns/")):
            at |= {"slug": found["campaigns"]["look"], "game": "deckspace", "road": "sectors", "token": told["join"]}
        at["slug"] = {"finished": found["tables"]["replay"], "gathering": found["tables"]["gathering"]}.get(
            at["slug"], at["slug"]
        )
        wanted = {key: value for key, value in at.items() if f"<{key}>" in pattern or f":{key}>" in pattern}
        path = reverse(name, kwargs=wanted) + QUERY.get(name, "")
        who = VISITORS.get(name, ("root",) if name.startswith("studio:") else ("ann",))
        listed += [(f"{name} {visitor or 'anybody'}", visitor, path) for visitor in who]
    homes = {name: f"/c/{slug}/" for name, slug in found["campaigns"].items()}
    return listed + [(name, who, path.format(**found["tables"], **told, homes=homes)) for name, who, path in MORE]
