"""A bot of your own against the built-in ones, without installing anything: `python examples/own_bot.py`."""

from __future__ import annotations

from sixfold.bots import Bot, Budget, Choice, find
from sixfold.bots.protocol import AnyBot
from sixfold.dealer import Dealer, settle
from sixfold.pieces import Pieces
from sixfold.testing import check_bot
from sixfold.tiles import Move, Pass, State, Swap, View


class Tidy(Bot[View, Move]):
    """Most points, but never leaves a line of five beside what it lays."""

    game = "tiles"
    name = "tidy"

    def choose(self, view: View, budget: Budget) -> Choice[Move]:
        plays = view.plays()
        if plays:
            # Plays come most points first, so the first tidy one is the best of them.
            tidy = [play for play in plays[:20] if all(len(line) != 5 for line in play.lines)]
            best = (tidy or plays)[0]
            return Choice(best.place, float(best.points), note="no line of five is left")
        if not view.bag_count:
            return Choice(Pass())
        return Choice(Swap(Pieces(list(view.hand)[: view.bag_count])))


def play(players: list[AnyBot], number: int) -> tuple[int, ...]:
    """One game from a fixed shuffle; the scores of its seats."""
    state, _, dealer = settle(State.start(len(players)), Dealer.from_seed(number.to_bytes(64, "big")))
    while state.outcome is None:
        assert state.to_move is not None
        choice = players[state.to_move].choose(state.view(state.to_move), Budget())
        state, _, dealer = settle(state.play(choice.move), dealer)
    return state.outcome.scores


def main() -> None:
    print(f"{check_bot(Tidy)} answers checked")
    wins = 0.0
    for number in range(10):
        for seat in (0, 1):
            players: list[AnyBot] = [find("tiles", "greedy")(number), find("tiles", "greedy")(number)]
            players[seat] = Tidy(number)
            scores = play(players, number)
            wins += (scores[seat] > scores[1 - seat]) + (scores[seat] == scores[1 - seat]) / 2
    print(f"tidy won {wins:g} of 20 games against greedy")


if __name__ == "__main__":
    main()
