"""Events whose sentences are templates."""

from attrs import frozen

from rulekeep.core.events import SeatEvent, SentenceEvent, because
from rulekeep.core.game import Item


def name(seat: int) -> str:
    return ("Ada", "Bob")[seat]


@frozen
class TilesDealt(SeatEvent):
    says = "{seat} gets {tiles} from {source}, after {0}, and {coins:coin} ({items})."
    to_others = "{seat} gets {tiles:tile}."
    tiles: tuple[str, ...]
    coins: int
    items: tuple[Item, ...]

    @property
    def source(self) -> str:
        return f"pile {len(self.tiles)}"


@frozen
class ColoursChosen(SentenceEvent):
    says = "{colours:and} are played on {sizes[0]} by {sizes[1]}; {colours:or} begins."
    colours: tuple[str, ...]
    sizes: tuple[int, int]


def test_a_sentence_is_filled_in() -> None:
    dealt = TilesDealt(
        ("R-1",), 1, ("TRC", "KY"), 1, (Item("towers", 2, 3), Item("flag")), seen_by=(1,)
    )
    said = "Bob gets TRC KY from pile 2, after Ada, and 1 coin (towers 2×3 = 6, flag 1)."
    assert dealt.tell_to(1, name) == said
    assert dealt.tell_to(0, name) == "Bob gets 2 tiles."
    chosen = ColoursChosen(("R-1",), ("red", "blue", "gray"), (3, 4))
    said = "red, blue and gray are played on 3 by 4; red, blue or gray begins."
    assert chosen.tell_to(None, name) == said


@frozen
class TowerSold(SeatEvent):
    words = SeatEvent.words | {"price": lambda coins: f"for {coins}" if coins else "for nothing"}
    says = "{colour:capital} sells {tower:a} tower {coins:price} to {seat}."
    colour: str
    tower: str
    coins: int


def test_a_game_has_words_of_its_own() -> None:
    sold = TowerSold(("R-1",), 0, "red", "orange", 3)
    assert sold.tell(name) == "Red sells an orange tower for 3 to Ada."
    assert (
        TowerSold((), 1, "red", "blue", 0).tell(name)
        == "Red sells a blue tower for nothing to Bob."
    )


def test_others_see_nothing_of_hidden_events() -> None:
    assert ColoursChosen((), ("red",), (1, 1), seen_by=()).tell_to(0, name) == ""


def test_rules_that_made_no_difference_are_left_out() -> None:
    assert because("R-1") == ("R-1",)
    assert because("R-1", ("R-2", False), ("R-3", True)) == ("R-1", "R-3")
