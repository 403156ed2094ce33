"""Single moves: what is allowed, what is refused and by which article, and what the cards do."""

from __future__ import annotations

from collections.abc import Hashable
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adjudicator.games.kartenspiel.cards import RESOURCES, deck
from adjudicator.games.kartenspiel.game import Game, IllegalMove
from adjudicator.games.kartenspiel.moves import (
    Build,
    EndTurn,
    Extend,
    Move,
    NotAMove,
    Play,
    Roll,
    TearDown,
    Trade,
    as_json,
    from_json,
)
from adjudicator.games.kartenspiel.rules import rule_book
from adjudicator.games.kartenspiel.table import ABOVE, BELOW, Laid, Landscape, Seat, Table
from adjudicator.kernel.engine import Engine
from adjudicator.kernel.forks import ForkKind, Option
from adjudicator.play import VARIANTS, begin, ruleset_for

BOOK = rule_book()


class Scripted:
    """Answers by key; whatever is not scripted must leave no choice."""

    def __init__(self, **answers: Hashable) -> None:
        self.answers = {key.replace("__", ": ").replace("_", " "): value for key, value in answers.items()}
        self.asked: list[str] = []

    def answer(self, kind: ForkKind, key: str, options: tuple[Option, ...]) -> Hashable:
        self.asked.append(key)
        if len(options) == 1 or kind is ForkKind.CONFLICT:
            return options[0].value
        assert key in self.answers, f"not scripted: {key}: {[option.value for option in options]}"
        assert self.answers[key] in [option.value for option in options], f"{key}: {[o.value for o in options]}"
        return self.answers[key]


def _principality(name: str, stock: int = 1) -> Seat:
    kinds = ("Ackerland", "Gebirge", "Weideland", "Wald", "Hügelland", "Goldfluss")
    spots = [(column, side) for column in (0, 2, 4) for side in (ABOVE, BELOW)]
    lands = {spot: Landscape(kind, number, stock) for number, (spot, kind) in enumerate(zip(spots, kinds, strict=True), 1)}
    return Seat(name, {1: "Stadt", 2: "Straße", 3: "Siedlung"}, lands)


def game_of(variant: str = "erweitertes-grundspiel", **answers: Hashable) -> Game:
    """A game in the main phase of Anna's turn; each has a city, a settlement and one of every resource."""
    ruleset = ruleset_for(variant)
    table = Table(
        ruleset=ruleset,
        seats={name: _principality(name) for name in ("Anna", "Bert")},
        active="Anna",
        stacks=[["Markt", "Kirche"], ["Hafen", "Bischof"]],
        events=["Konflikt"],
        country=[("Wald", 1), ("Gebirge", 2), ("Weideland", 6)],
        supply={"Straße": 7, "Siedlung": 5, "Stadt": 5},
        turn=9,
        phase="main",
        peak={"Anna": 4, "Bert": 4},
        peak_together=8,
        stack_owners=["Anna", "Bert"] if variant == "turnierspiel" else [],
    )
    return Game(table, Engine(BOOK, ruleset, Scripted(**answers)))


def lay(game: Game, player: str, *names: str, slot: int = 1, side: int = ABOVE) -> None:
    """Put expansions on one site, whether or not they could be built there."""
    for name in names:
        game.table.seats[player].lay(Laid(name, player, (slot, side)))


def hold(game: Game, player: str, *names: str) -> None:
    game.table.seats[player].hand += names


# --- refused, with its article ---------------------------------------------------------------------------------

REFUSED: list[tuple[str, str, Move, str]] = [
    ("roll twice", "erweitertes-grundspiel", Roll(), "103.B.b"),
    ("build what is not in hand", "grundspiel", Build("Kloster", (1, ABOVE)), "101.C.a"),
    ("spy without a hand to look at", "grundspiel", Play("Spion"), "112.S.a"),
    ("black knight without a knight", "grundspiel", Play("Schwarzer Ritter"), "103.R.b"),
    ("alchemist after the dice", "grundspiel", Play("Alchimist"), "103.C.b"),
    ("bishop without an attack", "turnierspiel", Play("Bischof"), "101.C.a"),
    ("scout without a settlement", "turnierspiel", Play("Kundschafter"), "126.I.c"),
    ("spice caravan without the mill", "erweitertes-grundspiel", Play("Gewürzkarawane"), "105.G.a"),
    ("border conflict without the knight", "erweitertes-grundspiel", Play("Grenzkonflikt"), "118.B.a"),
    ("city expansion in a settlement", "grundspiel", Build("Markt", (3, ABOVE)), "123.AA.a"),
    ("too dear", "grundspiel", Build("Kirche", (1, ABOVE)), "112.S.i"),
    ("no such site", "grundspiel", Build("Markt", (2, ABOVE)), "101.C.a"),
    ("a road onto a road", "grundspiel", Extend("Straße", 2), "128.F.a"),
    ("a city over a city", "grundspiel", Extend("Stadt", 1), "101.C.a"),
    ("a road without the bricks", "grundspiel", Extend("Straße", 4), "101.C.a"),
    ("one for one at the bank", "grundspiel", Trade("erz", "gold"), "102.B.Banktausch"),
    ("tear down in the basic game", "grundspiel", TearDown("Markt", (1, ABOVE)), "101.D.b b"),
    ("tear down what is not there", "turnierspiel", TearDown("Markt", (3, BELOW)), "103.K.b"),
]


@pytest.mark.parametrize("variant, move, article", [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED])
def test_an_illegal_move_is_refused_with_its_article_and_changes_nothing(variant: str, move: Move, article: str) -> None:
    game = game_of(variant)
    held = ("Spion", "Schwarzer Ritter", "Alchimist", "Bischof", "Kundschafter", "Gewürzkarawane", "Grenzkonflikt")
    hold(game, "Anna", *held, "Markt", "Kirche")
    lay(game, "Anna", "Markt")
    before = game.table.freeze()
    with pytest.raises(IllegalMove) as refused:
        game.play(move)
    assert article in refused.value.articles
    assert refused.value.reason.endswith(".")
    assert refused.value.reason.count(". ") == 0
    assert not game.can(move)
    assert game.table.freeze() == before


@pytest.mark.parametrize(
    "move",
    [
        Play("Kloster"),
        Play("Luftschloss"),
        Build("Spion", (1, 0)),
        Extend("Turm", 0),
        Trade("bier", "gold"),
        TearDown("x", (1, 0)),
    ],
    ids=str,
)
def test_what_is_no_move_at_all_is_refused(move: Move) -> None:
    with pytest.raises(IllegalMove):
        game_of().verify(move)


def test_nothing_follows_victory() -> None:
    game = game_of()
    game.table.winner = "Bert"
    assert game.legal_moves() == []
    with pytest.raises(IllegalMove, match=r"101\.C\.a"):
        game.verify(EndTurn())


# --- random moves ----------------------------------------------------------------------------------------------

spots = st.tuples(st.integers(-2, 6), st.integers(-1, 2))
names = st.sampled_from(sorted(deck()))
any_move = st.one_of(
    st.just(Roll()),
    st.just(EndTurn()),
    st.builds(Play, names),
    st.builds(Build, names, spots),
    st.builds(Extend, st.sampled_from(["Straße", "Siedlung", "Stadt", "Turm"]), st.integers(-3, 8)),
    st.builds(Trade, st.sampled_from(RESOURCES), st.sampled_from(RESOURCES)),
    st.builds(TearDown, names, spots),
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(VARIANTS), st.integers(0, 10_000), st.integers(0, 60), st.lists(any_move, max_size=12))
def test_random_moves_are_legal_or_refused(variant: str, seed: int, played: int, tried: list[Move]) -> None:
    game, player = begin(BOOK, ruleset_for(variant), seed)
    for _ in range(played):
        if game.table.winner is None:
            game.play(player.move(game))
    legal = set(game.legal_moves())
    assert legal == {move for move in game.legality.candidates() if game.can(move)}
    before = game.table.freeze()
    for move in tried:
        assert game.can(move) == (move in legal)
        if move not in legal:
            with pytest.raises(IllegalMove):
                game.play(move)
    assert game.table.freeze() == before
    for move in sorted(legal, key=str):
        again, other = begin(BOOK, ruleset_for(variant), seed)[0], Random(seed)
        again = Game(before.thaw(), Engine(BOOK, before.ruleset, type(player)(other)))
        again.play(move)
        assert again.table.freeze() != before


@given(any_move)
def test_a_move_comes_back_from_json(move: Move) -> None:
    assert from_json(as_json(move)) == move


def test_a_document_that_is_no_move() -> None:
    with pytest.raises(NotAMove, match="dance"):
        from_json({"do": "dance"})


# --- what cards and events do ----------------------------------------------------------------------------------


def test_116_C_b_a_large_fleet_trades_two_of_one_landscape() -> None:
    game = game_of(landscapes_to_trade_holz_from=((4, ABOVE), (4, ABOVE)))
    anna = game.me
    anna.landscapes[(4, ABOVE)] = Landscape("Wald", 3, 1)
    lay(game, "Anna", "Große Handelsflotte", slot=3, side=BELOW)
    anna.landscapes[(2, BELOW)].stock = 1
    assert not game.can(Trade("holz", "gold"))
    anna.landscapes[(2, BELOW)].stock = 2
    assert game.can(Trade("holz", "gold"))
    game.play(Trade("holz", "gold"))
    assert (anna.landscapes[(2, BELOW)].stock, anna.landscapes[(4, ABOVE)].stock, anna.stock("gold")) == (0, 1, 2)


def test_105_G_a_with_a_bank_the_mill_brings_two() -> None:
    game = game_of(**{"Handelsvorteil: resource that Anna picks": "gold", "Handelsvorteil: resource that Anna picks #2": "erz"})
    lay(game, "Anna", "Bankhaus")
    game.table.mill = "Anna"
    game.effects.event("Handelsvorteil")
    assert (game.me.stock("gold"), game.me.stock("erz"), game.table.seats["Bert"].total()) == (2, 2, 4)


def test_OFFEN_10_the_holder_of_the_mill_picks() -> None:
    game = game_of(**{"Handelsvorteil: resource that Anna picks": "wolle"})
    game.table.mill = "Anna"
    game.effects.event("Handelsvorteil")
    assert game.me.stock("wolle") == 2


def test_105_G_a_imelda_leaves_the_choice_to_the_victim() -> None:
    game = game_of(**{"Burgfräulein Imelda: target of Bert": "Pippin der Kurze"})
    hold(game, "Anna", "Burgfräulein Imelda")
    lay(game, "Bert", "Karl der Starke", "Pippin der Kurze")
    game.play(Play("Burgfräulein Imelda"))
    assert "Pippin der Kurze" in game.table.discard_of("Bert")


def test_118_B_a_a_peasant_army_is_left_alone() -> None:
    game = game_of()
    lay(game, "Bert", "Bauernheer")
    hold(game, "Anna", "Schwarzer Ritter", "Burgfräulein Imelda")
    assert not game.can(Play("Schwarzer Ritter"))
    assert not game.can(Play("Burgfräulein Imelda"))
    game.table.events = ["Bürgerkrieg"]
    game.effects.event("Ereigniskarte")
    assert game.table.seats["Bert"].count("Bauernheer") == 1


def test_116_E_a_a_privateer_sinks_a_fleet_when_it_is_built() -> None:
    game = game_of(**{"Kaperflotte: target of Anna": "Kaperflotte"})
    hold(game, "Anna", "Kaperflotte")
    lay(game, "Bert", "Kaperflotte", "Gold-Handelsflotte")
    game.play(Build("Kaperflotte", (3, ABOVE)))
    assert game.table.discard_of("Bert") == ["Kaperflotte"]
    assert game.table.seats["Bert"].count("Gold-Handelsflotte") == 1


def test_112_I_a_a_border_conflict_swaps_doubles_with_what_is_on_them() -> None:
    game = game_of(border_conflict__landscapes=((6, ABOVE), (6, BELOW)))
    hold(game, "Anna", "Grenzkonflikt")
    game.table.knight = "Anna"
    lay(game, "Anna", "Karl der Starke")
    assert not game.can(Play("Grenzkonflikt"))
    game.me.landscapes[(6, ABOVE)] = Landscape("Wald", 3, 2)
    game.table.seats["Bert"].landscapes[(6, BELOW)] = Landscape("Goldfluss", 5, 3)
    game.play(Play("Grenzkonflikt"))
    assert game.me.landscapes[(6, ABOVE)] == Landscape("Goldfluss", 5, 3)
    assert game.table.seats["Bert"].landscapes[(6, BELOW)] == Landscape("Wald", 3, 2)


def test_119_O_a_after_an_inquisition_the_victim_draws_up_to_the_limit() -> None:
    game = game_of("turnierspiel")
    hold(game, "Anna", "Inquisition")
    hold(game, "Bert", "Kloster")
    game.play(Play("Inquisition"))
    assert sorted(game.table.seats["Bert"].hand) == ["Bischof", "Hafen", "Kloster"]


def test_103_E_c_the_palace_replaces_the_resource_only() -> None:
    game = game_of(
        **{"Anna: use the palace": True, "Bert: prosperous year": "erz", "Anna: card from the discard pile": "Markt"}
    )
    lay(game, "Anna", "Palast", "Zollstation")
    game.table.discard_of("Anna")[:] = ["Markt", "Kirche"]
    game.table.phase = "event"
    game.effects.event("Erfolgreiches Jahr")
    assert (game.me.hand, game.me.total(), game.me.stock("gold")) == (["Markt"], 8, 3)


def test_123_BD_b_the_palace_allows_no_card_too_many() -> None:
    game = game_of(
        **{
            "Anna: use the palace": True,
            "Bert: prosperous year": "erz",
            "Anna: card from the discard pile": "Markt",
            "Anna: card to give up": "Kloster",
            "Anna: stack to put it under": 1,
        }
    )
    lay(game, "Anna", "Palast")
    hold(game, "Anna", "Kloster", "Schmiede", "Hafen")
    game.table.discard_of("Anna")[:] = ["Markt", "Kirche"]
    game.table.phase = "event"
    game.effects.event("Erfolgreiches Jahr")
    assert sorted(game.me.hand) == ["Hafen", "Markt", "Schmiede"]
    assert game.table.stacks[1][0] == "Kloster"


def test_119_P_a_both_cards_of_a_conflict_go_under_one_stack() -> None:
    game = game_of(**{"conflict: card": "Kloster", "conflict: card #2": "Hafen", "conflict: stack": 1})
    game.table.knight = "Anna"
    hold(game, "Bert", "Kloster", "Hafen", "Markt")
    game.effects.event("Ereigniskarte")
    assert game.table.seats["Bert"].hand == ["Markt"]
    assert sorted(game.table.stacks[1][:2]) == ["Hafen", "Kloster"]


def test_119_E_b_the_master_builder_must_be_used_but_may_give_back_what_he_took() -> None:
    game = game_of(
        **{
            "Anna: stack to look through": 0,
            "Anna: card to take": "Markt",
            "Bert: stack to look through": 1,
            "Bert: card to take": "Hafen",
            "Bert: card to put under the stack": "Hafen",
            "Anna: card to put under the stack": "Schmiede",
        }
    )
    hold(game, "Anna", "Schmiede")
    hold(game, "Bert", "Kloster")
    game.table.events = ["Baumeister"]
    game.effects.event("Ereigniskarte")
    assert (game.me.hand, game.table.stacks) == (["Markt"], [["Schmiede", "Kirche"], ["Hafen", "Bischof"]])


@pytest.mark.parametrize("variant, place", [("erweitertes-grundspiel", "display"), ("turnierspiel", "hand")])
def test_105_C_b_a_raided_church_lies_open_again(variant: str, place: str) -> None:
    game = game_of(variant)
    ruleset = ruleset_for(variant, frozenset({"basis", "ritter-haendler", "politik-intrige"}))
    game = Game(game.table, Engine(BOOK, ruleset, Scripted()))
    game.table.knight = "Anna"
    lay(game, "Bert", "Kirche")
    game.table.events = ["Überfall"]
    game.effects.event("Ereigniskarte")
    assert ("Kirche" in game.table.display, "Kirche" in game.table.seats["Bert"].hand) == (place == "display", place == "hand")


def test_105_G_a_the_victim_picks_one_of_three_named_buildings() -> None:
    named = {"raid: building to name": "Kloster", "raid: building to name #2": "Schmiede", "raid: building to name #3": "Markt"}
    game = game_of(**{**named, "raid: building that Bert picks": "Schmiede"})
    game.table.knight = "Anna"
    lay(game, "Bert", "Kloster", "Schmiede", "Markt", "Hafen")
    game.table.events = ["Überfall"]
    game.effects.event("Ereigniskarte")
    assert game.table.seats["Bert"].hand == ["Schmiede"]


def test_105_G_a_a_castle_makes_siegfried_free() -> None:
    game = game_of()
    hold(game, "Anna", "Siegfried Ohneland")
    lay(game, "Anna", "Burg")
    game.me.landscapes[(0, BELOW)].stock = 0
    game.play(Build("Siegfried Ohneland", (3, ABOVE)))
    assert game.me.total() == 5


def test_what_a_castle_saves_the_player_chooses() -> None:
    game = game_of(**{"resource to save": "wolle"})
    hold(game, "Anna", "Pippin der Kurze")
    lay(game, "Anna", "Burg")
    game.play(Build("Pippin der Kurze", (3, ABOVE)))
    assert (game.me.stock("wolle"), game.me.stock("erz"), game.me.stock("getreide")) == (1, 0, 0)


def test_103_H_d_after_giving_up_surplus_one_may_still_exchange() -> None:
    game = game_of(
        **{
            "Anna: card to give up": "Kloster",
            "Anna: stack to put it under": 1,
            "exchange a card": True,
            "card to exchange": "Schmiede",
            "stack to exchange with": 0,
            "Anna: pick a card": False,
        }
    )
    hold(game, "Anna", "Kloster", "Schmiede", "Hafen", "Markt")
    game.play(EndTurn())
    assert sorted(game.table.seats["Anna"].hand) == ["Hafen", "Kirche", "Markt"]
    assert game.table.stacks == [["Schmiede", "Markt"], ["Kloster", "Hafen", "Bischof"]]


def test_112_G_g_off_turn_a_full_hand_gives_up_a_card_at_once() -> None:
    game = game_of(
        **{"die of Feuerteufel": 1, "Bert: card to give up": "Markt", "Bert: card to give up #2": "Hafen",
           "Bert: stack to put it under": 0, "Bert: stack to put it under #2": 0}
    )  # fmt: skip
    hold(game, "Anna", "Feuerteufel")
    lay(game, "Bert", "Kloster")
    hold(game, "Bert", "Markt", "Hafen", "Schmiede", "Badhaus")
    game.play(Play("Feuerteufel"))
    assert sorted(game.table.seats["Bert"].hand) == ["Badhaus", "Kloster", "Schmiede"]


def test_103_Q_a_on_turn_surplus_waits_for_the_end_of_the_turn() -> None:
    game = game_of(**{"die of Feuerteufel": 6})
    hold(game, "Anna", "Feuerteufel", "Markt", "Hafen", "Schmiede")
    lay(game, "Anna", "Kloster")
    lay(game, "Bert", "Bibliothek")
    game.play(Play("Feuerteufel"))
    assert len(game.me.hand) == 4


def test_112_K_a_the_merchant_may_give_back_what_he_took() -> None:
    game = game_of(
        **{"Händler: resource that Anna picks": "gold", "Händler: resource that Anna picks #2": "erz",
           "merchant: resource in return": "gold"}
    )  # fmt: skip
    hold(game, "Anna", "Händler")
    game.play(Play("Händler"))
    assert (game.me.stock("gold"), game.me.stock("erz"), game.table.seats["Bert"].stock("gold")) == (1, 2, 1)
