"""Records: what is written can be read, every line is checked, and hostile files are refused early."""

import random
import re
import tracemalloc
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from sixfold import cards, rulesets
from sixfold.cards import parse_move
from sixfold.errors import IllegalMove, NotationError, RecordError, SixfoldError
from sixfold.game import Draw
from sixfold.pieces import Pieces
from sixfold.record import (
    FIRST_LINE,
    MAX_BYTES,
    MAX_LINE,
    MAX_LINES,
    Announced,
    Drew,
    Ended,
    Headers,
    Journal,
    Moved,
    Player,
    Record,
    TookBack,
)
from tests.scale import scale
from tests.spec.files import SPEC, load

GOOD = sorted((SPEC / "records").glob("*.txt"))
WRITTEN = [path for path in GOOD if not path.stem.endswith("-kitchen")]
BROKEN = load("records/broken.json")
TWO = (Player("Ada", 9), Player("Ben"))


def text_of(case: dict[str, Any]) -> str:
    """The text of a broken record: a good one with something replaced, or something repeated."""
    if "repeat" in case:
        before, piece, times, after = case["repeat"]
        return str(before + piece * times + after)
    good: str = (SPEC / "records" / case["from"]).read_text(encoding="utf-8")
    assert case["old"] in good
    return good.replace(case["old"], case["new"], 1)


@pytest.mark.parametrize("path", WRITTEN, ids=lambda path: path.stem)
def test_reading_what_was_written_gives_the_same(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    record = Record.parse(text)
    assert str(record) == text
    assert Record.parse(path.read_bytes()) == record
    assert Record.parse(text.replace("\n", "\r\n")) == record
    assert record.final == list(record.states())[-1]
    assert len(list(record.states())) == len(record.events) + 1


@pytest.mark.parametrize("game", ["tiles", "cards"])
def test_a_game_may_be_written_down_with_only_its_moves(game: str) -> None:
    path = SPEC / "records" / f"{game}-kitchen.txt"
    record = Record.parse(path.read_text(encoding="utf-8"))
    assert str(record) == (SPEC / "records" / f"{game}-kitchen-read.txt").read_text(encoding="utf-8")
    whole = Record.parse((SPEC / "records" / f"{game}-2.txt").read_text(encoding="utf-8"))
    assert record.result == whole.result
    assert record.final.scores == whole.final.scores
    moved = [event.points for event in whole.events if isinstance(event, Moved)]
    assert [event.points for event in record.events if isinstance(event, Moved)] == moved


@pytest.mark.parametrize("case", BROKEN, ids=lambda case: case["name"])
def test_a_broken_record_names_its_line(case: dict[str, Any]) -> None:
    with pytest.raises(RecordError) as caught:
        Record.parse(text_of(case))
    error = caught.value
    assert (error.line, error.code, error.message) == (case["line"], case["code"], case["says"])
    assert error.message.startswith(f"line {error.line}: ")


def test_every_rule_set_has_a_record() -> None:
    found = {Record.parse(path.read_text(encoding="utf-8")).headers.ruleset for path in GOOD}
    assert found == set(rulesets.names())


def test_what_happened_is_an_event() -> None:
    def read(name: str) -> Record:
        return Record.parse((SPEC / "records" / name).read_text(encoding="utf-8"))

    resigned = read("cards-resigned.txt")
    assert resigned.result == Ended("resigned", (1,), (0, 0), by=0)
    assert not resigned.result.by_the_rules
    assert resigned.final.outcome is None
    assert read("tiles-abandoned.txt").result == Ended("abandoned", (), read("tiles-abandoned.txt").final.scores)
    unfinished = read("cards-unfinished.txt")
    assert unfinished.result is None
    assert unfinished.headers.players[1] == Player("")
    taken = read("tiles-takeback.txt")
    assert TookBack(0, 2) in taken.events
    assert taken.took_back == 2
    assert taken.result is None
    assert len(taken.final.sheet) == 6
    redrawn = read("cards-redraw.txt")
    assert Moved(1, parse_move("redraw"), None) in redrawn.events
    assert read("cards-2.txt").headers.tag("bot 1") == "greedy"
    assert read("cards-2.txt").headers.tag("bot 0") is None
    assert read("cards-2.txt").headers.date == date(2026, 5, 18)
    assert read("cards-2.txt").took_back == 0


def test_a_take_back_returns_to_where_the_turn_began() -> None:
    text = (SPEC / "records" / "tiles-takeback.txt").read_text(encoding="utf-8")
    states = list(Record.parse(text).states())
    events = Record.parse(text).events
    at = events.index(TookBack(0, 2))
    back = states[at + 1]
    assert len(back.sheet) == len(states[at].sheet) - 2
    assert back.to_move == 0
    assert back == next(state for state in states if state.to_move == 0 and len(state.sheet) == len(back.sheet))
    # Redraws of the turn are undone with it.
    journal = Journal(Headers("cards/1", TWO))
    for event in Record.parse((SPEC / "records" / "cards-redraw.txt").read_text(encoding="utf-8")).events:
        journal.add(event)
    journal.take_back(1, 1)
    assert isinstance(journal.state, cards.State)
    assert journal.state.shown == ()
    assert journal.state.to_move == 1
    assert journal.state.hands[1] == Pieces.parse("OsOsOsGtGtGtPxPxPx")
    assert Record.parse(str(journal.record)) == journal.record


def test_turns_are_the_moves_that_stand() -> None:
    taken = Record.parse((SPEC / "records" / "tiles-takeback.txt").read_text(encoding="utf-8"))
    steps = taken.steps()
    assert [step.number for step in steps] == [*range(6)]
    assert [(step.seat, step.move, step.points) for step in steps] == [
        (entry.seat, entry.move, entry.points) for entry in taken.final.sheet
    ]
    states = list(taken.states())
    for step in steps:
        assert str(taken.events[step.at]) == f"{step.seat}: {step.move} = {step.points}"
        assert (step.before, step.after) == (states[step.at], states[step.at + 1])
        assert step.after == rulesets.play(step.before, step.move)
    for step in steps[:-1]:
        assert step.drawn is not None
        assert step.after.hands[step.seat] != step.drawn.hands[step.seat]
    assert steps[-1].drawn is None
    # C11's redraws are moves too, and go with the turn that they led to when it is taken back.
    redrawn = Record.parse((SPEC / "records" / "cards-redraw.txt").read_text(encoding="utf-8"))
    journal = Journal(redrawn.headers)
    for event in redrawn.events:
        journal.add(event)
    all_moves = [str(event.move) for event in redrawn.events if isinstance(event, Moved)]
    assert [str(step.move) for step in journal.record.steps()] == all_moves
    assert "redraw" in all_moves
    journal.take_back(1, 1)
    assert [str(step.move) for step in journal.record.steps()] == all_moves[: all_moves.index("redraw")]


@pytest.mark.parametrize("size", [MAX_BYTES + 1, 50_000_000])
def test_size_is_checked_before_anything_is_built(size: int) -> None:
    for text in ("x" * size, b"x" * size, b"\n" * size):
        tracemalloc.start()
        with pytest.raises(RecordError) as caught:
            Record.parse(text)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert caught.value.code == "notation/record-size"
        assert peak < 1_000_000


def test_the_largest_text_that_is_read_needs_little() -> None:
    line = "note" + "x" * (MAX_LINE - 4)
    text = "\n".join([FIRST_LINE, *[line] * (MAX_BYTES // MAX_LINE - 1)])
    tracemalloc.start()
    with pytest.raises(RecordError):
        Record.parse(text)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 32_000_000


def test_limits_are_exact() -> None:
    head = f"{FIRST_LINE}\nruleset: tiles/1\nseat 0: A\nseat 1: B\n"
    assert Record.parse(head + "\n" * (MAX_LINES - 4)).events == ()
    with pytest.raises(RecordError) as caught:
        Record.parse(head + "\n" * (MAX_LINES - 3))
    assert caught.value.code == "notation/record-size"
    for length, fine in ((MAX_LINE, True), (MAX_LINE + 1, False)):
        with pytest.raises(RecordError) as caught:
            Record.parse(FIRST_LINE + "\n" + "x" * length)
        assert (caught.value.code == "notation/record") == fine


def test_bytes_that_are_no_text() -> None:
    with pytest.raises(RecordError) as caught:
        Record.parse(FIRST_LINE.encode() + b"\nruleset: tiles/1\nseat 0: \xff\n")
    assert caught.value.line == 3


def test_only_what_can_be_read_again_can_be_made() -> None:
    for name in ("A\nb", " A", "A ", "x" * 61, "A\u202e", "\x00"):
        with pytest.raises(NotationError):
            Player(name)
    for age in (-1, 151):
        with pytest.raises(NotationError):
            Player("A", age)
    for tags in (
        (("seat 1", "x"),),
        (("draw", "x"),),
        (("Note", "x"),),
        (("note", ""),),
        (("note", "a\nb"),),
        (("note", "x" * 301),),
        (("seed", "0" * 127),),
        (("note", "x"), ("note", "y")),
        tuple((f"{a}{b}", "x") for a in "abcdefg" for b in "abcdef"),
    ):
        with pytest.raises(NotationError):
            Headers("tiles/1", TWO, tags=tags)
    for reason in ("", "Resigned", "a b", "T", "x" * 31):
        with pytest.raises(NotationError):
            Ended(reason, (), (0, 0))
    assert Headers("tiles/1", TWO, tags=(("note", "b"), ("bot 1", "a"))).tags == (("bot 1", "a"), ("note", "b"))


def test_a_journal_refuses_what_the_rules_refuse() -> None:
    journal = Journal(Headers("cards/1", TWO))
    with pytest.raises(IllegalMove):
        journal.draw(Draw(1, Pieces.parse("?????????")))
    with pytest.raises(IllegalMove):
        journal.play(parse_move("pass"))
    with pytest.raises(IllegalMove):
        journal.announce((3, 3))
    for seat, turns in ((0, 1), (0, 0), (2, 1), (-1, 1)):
        with pytest.raises(NotationError) as caught:
            journal.take_back(seat, turns)
        assert caught.value.code == "notation/takeback"
    assert journal.events == []
    with pytest.raises(NotationError):
        journal.end("")
    journal.end("abandoned")
    assert journal.record.result == Ended("abandoned", (), (0, 0))
    with pytest.raises(NotationError):
        journal.draw(Draw(0, Pieces.parse("?????????")))


def test_a_journal_notes_nothing_that_is_not_so() -> None:
    events = Record.parse((SPEC / "records" / "cards-2.txt").read_text(encoding="utf-8")).events
    journal = Journal(Headers("cards", (Player("Ada", 9), Player("Ben", 41))))
    assert journal.record.headers.ruleset == "cards/1"
    for event in events:
        if isinstance(event, Moved):
            noted, state = list(journal.events), journal.state
            for wrong in (Moved(1 - event.seat, event.move, event.points), Moved(event.seat, event.move, 9)):
                with pytest.raises(NotationError):
                    journal.add(wrong)
            assert (journal.events, journal.state) == (noted, state)
        journal.add(event)
    assert journal.record.events == events


def test_events_are_what_they_say() -> None:
    assert str(Drew(0, Pieces.parse("RoRs?"))) == "draw 0: RoRs?"
    assert str(Announced((3, 0))) == "announce: 3 0"
    assert str(Moved(1, parse_move("RoRsRd"), 0)) == "1: RoRsRd = 0"
    assert str(Moved(1, parse_move("redraw"), None)) == "1: redraw"
    assert str(TookBack(1, 2)) == "takeback 1: 2"
    assert str(Ended("resigned", (1,), (0, 3), 0)) == "result: resigned by 0, scores 0 3, winners 1"
    assert str(Ended("abandoned", (), (0, 3))) == "result: abandoned, scores 0 3, winners -"


def test_tags_can_be_added() -> None:
    record = Record.parse((SPEC / "records" / "cards-2.txt").read_text(encoding="utf-8"))
    more = record.with_tags({"bot 1": "expert", "note": "a good game"})
    assert dict(more.headers.tags)["bot 1"] == "expert"
    assert Record.parse(str(more)) == more
    assert more.events == record.events


def random_record(rng: random.Random, ruleset: str, seats: int, most: int) -> Record:
    """A random game, perhaps not to its end, written down."""
    steps: list[Any] = []
    state = rulesets.find(ruleset).start(seats, tuple(rng.choice((None, 6, 70)) for _ in range(seats)))
    ages = state.ages
    while state.outcome is None and len(steps) < most:
        if state.need is not None:
            step: Any = Draw(state.need.seat, Pieces(rng.sample(list(state.bag), state.need.count)))
            state = state.draw(step)
        else:
            best = None
            if isinstance(state, cards.State) and not state.opens:
                best = state.view(state.to_move).best()
            step = rng.choice((best,) if best is not None else state.legal_moves()[:5])
            state = state.play(step)
        steps.append(step)
    players = [Player(f"Player {seat}", age) for seat, age in enumerate(ages)]
    record = Record.from_game(ruleset, players, steps, day=date(2026, 1, 1), tags={"note": "random"})
    assert record.final == state
    return record


@pytest.mark.parametrize("ruleset", ["tiles/1", "cards/1"])
def test_random_games_round_trip(ruleset: str) -> None:
    rng = random.Random(f"records {ruleset}")
    for _ in range(scale(6, 100)):
        record = random_record(rng, ruleset, rng.choice((2, 3, 4)), rng.choice((0, 10, 1000)))
        assert Record.parse(str(record)) == record
        assert str(Record.parse(str(record))) == str(record)


def test_no_mutated_record_escapes() -> None:
    rng = random.Random("mutated records")
    texts = [path.read_text(encoding="utf-8") for path in GOOD]
    lines = [line for text in texts for line in text.splitlines()]
    read = 0
    refused: list[tuple[int, int]] = []
    for _ in range(scale(800, 30_000)):
        text = rng.choice(texts)
        for _ in range(rng.randint(1, 3)):
            parts = text.split("\n")
            at = rng.randrange(len(parts))
            match rng.randrange(5):
                case 0:
                    del parts[at]
                case 1:
                    parts.insert(at, rng.choice(lines))
                case 2:
                    parts[at] = parts[at][::-1]
                case 3:
                    place = rng.randrange(len(parts[at]) + 1)
                    parts[at] = parts[at][:place] + rng.choice("RoGx?0123 =:/,-\x00é²") + parts[at][place:]
                case _:
                    place = rng.randrange(len(parts[at]) + 1)
                    parts[at] = parts[at][:place] + parts[at][place + 1 :]
            text = "\n".join(parts)
        try:
            record = Record.parse(text)
        except RecordError as error:
            refused.append((error.line, text.count("\n") + 1))
        else:
            assert Record.parse(str(record)) == record
            read += 1
    assert read > 10
    assert all(1 <= line <= last for line, last in refused)


def test_errors_are_of_the_tree() -> None:
    with pytest.raises(SixfoldError):
        Record.parse("")


def test_the_records_of_the_documentation_can_be_read() -> None:
    text = (SPEC.parent / "docs" / "notation.md").read_text(encoding="utf-8")
    found = [part.removeprefix("```\n") for part in re.findall(r"```\nsixfold record.*?(?=```)", text, re.DOTALL)]
    assert len(found) == 2
    for part in found:
        assert Record.parse(part).events
    assert str(Record.parse(found[0])) == found[0]
