"""What the house does for the game: editions, reports, the lesson."""

import pytest
from django.urls import reverse

from apps.content.services import publish
from apps.games import services, snapshots
from apps.games.services import SeatPlan
from apps.rulebooks.deckspace import RULEBOOK


@pytest.fixture
def table(released, person):
    seats = [SeatPlan("me"), SeatPlan("bot", "drone")]
    return services.create_table(game="deckspace", host=person("ann"), seats=seats, options={"map": "classic"})


@pytest.mark.rule("DS-11")
def test_a_game_is_played_to_its_end_by_the_edition_it_began_with(table):
    raw = RULEBOOK.base_pack()
    raw = {**raw, "rules": [{**raw["rules"][0], "health": 5, "max_speed": 4}]}
    publish(game="deckspace", data=raw, note="Sturdier ships.")
    now = snapshots.read(table.pk)
    assert now.release == 1
    assert now.content.numbers.health == 4
    assert {ship.max_health for ship in now.state.ships} == {4}


@pytest.mark.rule("DS-159")
def test_a_table_has_a_way_to_report_a_problem(client, table):
    client.force_login(table.host)
    page = client.get(table.get_absolute_url()).content.decode()
    address = reverse("report", args=[table.slug])
    assert address in page
    assert "Report a problem" in page
    assert client.get(address).status_code == 200


@pytest.mark.rule("DS-06", "DS-09")
def test_no_bot_sits_at_a_table_of_several_devices(released, person):
    from apps.rulebooks.core.protocol import IllegalAction

    seats = [SeatPlan("me"), SeatPlan("bot", "drone"), SeatPlan("open")]
    with pytest.raises(IllegalAction) as refused:
        services.create_table(game="deckspace", host=person("ann"), seats=seats, options={"map": "random-3"})
    assert refused.value.code == "seating"


@pytest.mark.rule("DS-08")
def test_the_bots_of_a_table_are_one_side(released, person):
    seats = [SeatPlan("me"), SeatPlan("bot", "drone"), SeatPlan("bot", "hunter")]
    table = services.create_table(game="deckspace", host=person("ann"), seats=seats, options={"map": "random-3"})
    assert snapshots.read(table.pk).state.sides == (0, 1, 1)
