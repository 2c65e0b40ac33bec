"""An editor in the studio: a ship is changed, published and taken back, and a running table never notices."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import DESK
from tests.servers import QUIET, ROOT, Web

PASSWORD = "a-long-way-home-9"
SHOTS = os.environ.get("STUDIO_SHOTS", "")

PEOPLE = f"""
import json
from django.contrib.auth.models import Group
from apps.accounts.models import User
from apps.content.access import EDITORS, PUBLISHERS
from apps.content.models import Entry
from tests.browser.stage import table
for name in ("ann", "ben"):
    user = User.objects.create_user(name, password={PASSWORD!r}, display_name=name.title(), is_staff=True)
    user.groups.set(Group.objects.filter(name__in=[EDITORS, PUBLISHERS]))
old = table(User.objects.get(username="ann"), "me", "open")
entries = {{f"{{entry.kind}}/{{entry.slug}}": entry.pk for entry in Entry.objects.all()}}
print(json.dumps({{"table": old.slug, "entries": entries}}))
"""

RELEASES = """
import json
from apps.accounts.models import User
from apps.content.services import content_of
from apps.games.models import Table
from tests.browser.stage import table
new = table(User.objects.get(username="ben"), "me", "open")
moves = lambda table: content_of(table.release_id).by_slug["wasp"].mov
print(json.dumps({made.slug: [made.release.number, moves(made)] for made in Table.objects.all()}))
"""


class Studio:
    """A server with editors, and programs that look into its database."""

    def __init__(self, folder: Path) -> None:
        database = f"sqlite:///{folder / 'studio.sqlite3'}"
        self.env = {**QUIET, "DATABASE_URL": database, "REDIS_URL": "", "TRIAL_SECONDS": "1"}
        self.manage("migrate", "-v", "0")
        self.manage("load_content")
        self.known = json.loads(self.manage("shell", "-v", "0", "-c", PEOPLE))
        self.web = Web(self.env, folder / "web.log")
        self.web.start()

    def manage(self, *arguments: str) -> str:
        """Run a command on the same database."""
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env={**os.environ, **self.env},
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr[-3000:]
        return done.stdout

    def releases(self) -> dict[str, list[int]]:
        """Make one more table; for every table the number of its release, and how far its wasps move."""
        return json.loads(self.manage("shell", "-v", "0", "-c", RELEASES))


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    """One studio for all walks."""
    made = Studio(tmp_path_factory.mktemp("studio"))
    yield made
    made.web.stop()


@pytest.fixture
def log_in(chromium: Any, studio: Studio) -> Iterator[Any]:
    """Logs somebody in by the form of the admin; afterwards no page may have reported anything."""
    contexts, complaints = [], []

    def enter(name: str) -> Any:
        context = chromium.new_context(**DESK)
        context.set_default_timeout(15_000)
        contexts.append(context)
        page = context.new_page()

        def heard(message: Any) -> None:
            refused = "status of 409" in message.text  # what a refusal is meant to be
            if message.type in ("error", "warning") and not refused:
                complaints.append(message.text)

        page.on("console", heard)
        page.goto(f"{studio.web.url}/admin/studio/")
        page.fill("[name=login]", name)
        page.fill("[name=password]", PASSWORD)
        page.keyboard.press("Enter")
        page.wait_for_selector("h1:text-is('Content studio')")
        return page

    yield enter
    for context in contexts:
        context.close()
    assert not complaints


def shoot(page: Any, name: str) -> None:
    """Keep a picture, when somebody wants to look."""
    if SHOTS:
        page.screenshot(path=f"{SHOTS}/walk-{name}.png", full_page=True)


def test_a_ship_is_changed_published_and_taken_back(studio: Studio, log_in: Any) -> None:
    page = log_in("ann")
    page.click("text=Space Dogfight")
    page.click("text=Wasp")
    page.fill("text=Move", "12")
    page.keyboard.press("Enter")
    page.wait_for_selector("text=12 is not allowed: 1 to 9.")
    assert page.input_value("#f-mov") == "12"
    assert page.get_attribute("#f-mov", "aria-invalid") == "true"
    shoot(page, "1-wrong")
    page.fill("#f-mov", "5")
    page.click("text=Preview")
    page.wait_for_selector(".st-badges >> text=5")
    for size in (24, 64):
        boxes = [drawn.bounding_box() for drawn in page.query_selector_all(f".px-{size}")]
        assert [(box["width"], box["height"]) for box in boxes] == [(size, size)] * 2
    shoot(page, "2-preview")
    page.click("text=Save draft")
    page.wait_for_selector("text=Saved as a draft")
    page.click("text=Changes and publishing")
    assert page.inner_text(".st-diff .was") == "3"
    assert page.inner_text(".st-diff .is") == "5"
    page.fill("#note", "Quicker wasps.")
    page.click("button:text-is('Publish')")
    page.wait_for_selector("text=Release 2 is out")
    shoot(page, "3-published")
    tables = studio.releases()
    assert tables.pop(studio.known["table"]) == [1, 3]
    assert list(tables.values()) == [[2, 5]]
    page.click("nav >> text=Releases")
    assert page.locator("text=Tables running: 1").count() == 2
    shoot(page, "4-releases")
    page.click("a >> text='Release 1'")
    page.fill("#note", "Too quick.")
    page.check("text=Make the drafts the same")
    page.click("text=Roll back to 1")
    page.wait_for_selector("text=Release 3 is out with the content of release 1")
    shoot(page, "5-back")
    assert sorted(studio.releases().values()) == [[1, 3], [2, 5], [3, 3]]
    page.click("nav >> text=Drafts")
    assert page.locator("text=The drafts are the same.").count() == 1


def test_two_editors_meet(studio: Studio, log_in: Any) -> None:
    address = f"{studio.web.url}/admin/studio/entry/{studio.known['entries']['ship/lancer']}/"
    ann, ben = log_in("ann"), log_in("ben")
    for page in (ann, ben):
        page.goto(address)
    ann.fill("#f-character", "Late, but there.")
    ann.fill("#f-att", "5")
    ann.click("text=Save draft")
    ann.wait_for_selector("text=Saved as a draft")
    ben.fill("#f-character", "Fashionably late.")
    ben.click("text=Save draft")
    ben.wait_for_selector("text=Ann changed this entry at")
    assert ben.input_value("#f-character") == "Fashionably late."
    assert ben.input_value("#f-att") == "5"
    assert ben.inner_text(".clash .was") == "Late, but there."
    shoot(ben, "6-clash")
    ben.click("text=Save draft")
    ben.wait_for_selector("text=Saved as a draft")
    ann.reload()
    assert ann.input_value("#f-character") == "Fashionably late."


def test_rows_work_without_a_script(studio: Studio, log_in: Any) -> None:
    page = log_in("ann")
    page.goto(f"{studio.web.url}/admin/studio/entry/{studio.known['entries']['board/standard']}/")
    page.click("text=Add one")
    page.wait_for_selector("#f-spots-6-0")
    page.fill("#f-spots-6-0", "3")
    page.click("[aria-label='Move 7 up']")
    page.wait_for_function("document.getElementById('f-spots-5-0').value === '3'")
    page.click("[aria-label='Take 6 away']")
    page.wait_for_selector("#f-spots-6-0", state="detached")
    assert page.input_value("#f-spots-5-0") == "7"
    shoot(page, "7-rows")


def test_everybody_can_use_it(studio: Studio, log_in: Any) -> None:
    from axe_playwright_python.sync_playwright import Axe

    page = log_in("ann")
    ship = f"entry/{studio.known['entries']['ship/wasp']}/"
    found = []
    for place in ("", "dogfight/", ship, "dogfight/publish/", "dogfight/releases/1/", "dogfight/history/"):
        page.goto(f"{studio.web.url}/admin/studio/{place}")
        violations = Axe().run(page).response["violations"]
        found += [(place, violation["id"], violation["nodes"][0]["html"][:80]) for violation in violations]
    page.goto(f"{studio.web.url}/admin/studio/{ship}")
    page.fill("#f-mov", "none")
    page.click("text=Save draft")
    page.wait_for_selector(".st-error")
    found += [violation["id"] for violation in Axe().run(page).response["violations"]]
    assert not found
