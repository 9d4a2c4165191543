"""Plays a match from the first deal to the verdict, and reports the result. Runners do the playing.

Deals are judged in the order of their numbers, not in the order in which they finish. So a sequential test stops at the
same deal everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from sixfold.arena.figures import LessLuck, MeanOfDeals, estimate, less_luck
from sixfold.arena.journal import MatchJournal
from sixfold.arena.luck import MARGIN, SHARE
from sixfold.arena.match import Fault, FinishedGame, Match
from sixfold.arena.runners import Runner
from sixfold.arena.sprt import Sprt, Verdict

Games = tuple[FinishedGame, ...]
FAULTS_SHOWN = 20


@dataclass(slots=True)
class MatchTally:
    """The finished deals of a match and what they say."""

    match: Match
    deals: dict[int, Games] = field(default_factory=dict)
    interrupted: bool = False
    verdict: Verdict | None = None
    ratio: float | None = None

    @property
    def games(self) -> list[FinishedGame]:
        """Every game so far, by deal."""
        return [game for deal in sorted(self.deals) for game in self.deals[deal]]

    def by_deal(self, figure: Callable[[FinishedGame], float]) -> list[float]:
        """The mean of a figure over the games of every deal, in the order of the deals."""
        return [mean_of(self.deals[deal], figure) for deal in sorted(self.deals)]

    def shares(self, contestant: int = 0) -> list[float]:
        """The contestant's win share of every deal, in the order of the deals."""
        return self.by_deal(lambda game: game.shares[contestant])

    def share(self, contestant: int = 0) -> MeanOfDeals:
        """The part of the games that this contestant won, with its interval."""
        return estimate(self.shares(contestant))

    def margin(self) -> MeanOfDeals:
        """The first contestant's score minus the mean of the others'."""
        return estimate(self.by_deal(lambda game: game.margin))

    def adjusted(self) -> MeanOfDeals:
        """The margin without the luck of the draws: the same mean, with a narrower interval."""
        return self._less_luck(self.by_deal(lambda game: game.margin), MARGIN)

    def adjusted_share(self) -> MeanOfDeals:
        """The first contestant's share without the part that luck explains."""
        return self._less_luck(self.shares(), SHARE)

    def _less_luck(self, values: list[float], prior: Mapping[str, float]) -> MeanOfDeals:
        return estimate(less_luck(values, self.by_deal(lambda game: game.edge), prior[self.match.game]))

    def faults(self) -> list[tuple[FinishedGame, Fault]]:
        """Every game that ended by a fault, with the fault."""
        return [(game, game.fault) for game in self.games if game.fault is not None]

    def failed(self) -> list[str]:
        """The bots that lost every game by a fault. Their shares say nothing about their play."""
        wrong = [fault.contestant for _, fault in self.faults()]
        games = len(self.games)
        return [str(one) for index, one in enumerate(self.match.contestants) if 0 < games == wrong.count(index)]

    def report(self) -> dict[str, object]:
        """The figures as plain JSON values; docs/arena.md says what each means."""
        games = self.games
        share, margin, adjusted, fair = self.share(), self.margin(), self.adjusted(), self.adjusted_share()
        report: dict[str, object] = {
            "ruleset": self.match.ruleset,
            "seed": self.match.seed,
            "deals": len(self.deals),
            "games": len(games),
            "share": _number(share.mean),
            "low": _number(share.low),
            "high": _number(share.high),
            "margin": _number(margin.mean),
            "margin_low": _number(margin.low),
            "margin_high": _number(margin.high),
            "adjusted": _number(adjusted.mean),
            "adjusted_low": _number(adjusted.low),
            "adjusted_high": _number(adjusted.high),
            "adjusted_share": _number(fair.mean),
            "adjusted_share_low": _number(fair.low),
            "adjusted_share_high": _number(fair.high),
            "ties": sum(game.fault is None and max(game.shares) < 1 for game in games),
            "cpu_s_per_move": [self._per(games, index, "moves") for index in range(self.match.seats)],
            "bots": [self._bot(games, index) for index in range(self.match.seats)],
            "faults": [
                {"deal": game.deal, "seating": game.rotation, "bot": fault.bot, "code": fault.code}
                | {"message": fault.message, "view": fault.view, "trace": fault.trace}
                for game, fault in self.faults()[:FAULTS_SHOWN]
            ],
            "interrupted": self.interrupted,
        }
        if self.ratio is not None:
            report["sprt"] = {"verdict": self.verdict, "log_likelihood_ratio": _number(self.ratio)}
        return report

    def _bot(self, games: list[FinishedGame], index: int) -> dict[str, object]:
        one = self.match.contestants[index]
        share = self.share(index)
        scores = estimate(self.by_deal(lambda game: game.scores[index]))
        return {
            "bot": str(one),
            "name": one.name,
            "budget": str(one.budget),
            "share": _number(share.mean),
            "low": _number(share.low),
            "high": _number(share.high),
            "score": _number(scores.mean),
            "cpu_s_per_move": self._per(games, index, "moves"),
            "cpu_s_per_game": self._per(games, index, "games"),
            "moves_per_game": _number(sum(game.moves[index] for game in games) / len(games)) if games else None,
            "faults": sum(fault.contestant == index for _, fault in self.faults()),
        }

    def _per(self, games: list[FinishedGame], index: int, unit: str) -> float | None:
        amount = len(games) if unit == "games" else sum(game.moves[index] for game in games)
        return _number(sum(game.cpu_s[index] for game in games) / amount) if amount else None


class _InOrder:
    """Takes finished deals into a tally by their number, and asks the test after each. `early` holds deals beyond a
    gap.
    """

    def __init__(self, tally: MatchTally, sprt: Sprt | None, early: dict[int, Games]) -> None:
        self.tally = tally
        self.early = early
        self._sprt = sprt
        self._shares: list[float] = []
        self._fair = LessLuck(SHARE[tally.match.game])

    def settle(self) -> bool:
        """Take in the deals that are next in order; returns whether the test has decided."""
        tally = self.tally
        while len(tally.deals) in self.early:
            deal = len(tally.deals)
            games = tally.deals[deal] = self.early.pop(deal)
            if self._sprt is not None:
                share, edge = mean_of(games, lambda game: game.shares[0]), mean_of(games, lambda game: game.edge)
                self._shares.append(self._fair.add(share, edge))
                tally.ratio = self._sprt.ratio(self._shares)
                tally.verdict = self._sprt.decided(tally.ratio)
                if tally.verdict is not None:
                    return True
        return False


def contest(
    match: Match,
    deals: int,
    runner: Runner,
    *,
    journal: MatchJournal | None = None,
    sprt: Sprt | None = None,
    keep: Callable[[FinishedGame], None] | None = None,
    on_deal: Callable[[MatchTally], None] | None = None,
) -> MatchTally:
    """Play deals 0 to `deals` - 1, or until the test decides. An interrupt ends the match early and loses no finished
    deal.
    """
    done = journal.done if journal is not None else {}
    tally = MatchTally(match)
    order = _InOrder(tally, sprt, {deal: games for deal, games in done.items() if deal < deals})

    def finished(results: Iterable[tuple[int, Games]]) -> None:
        for deal, games in results:
            order.early[deal] = games
            # The record first: a deal in the journal is never played again, so its records must exist by then.
            if keep is not None:
                for game in games:
                    keep(game)
            if journal is not None:
                journal.add(deal, games)
            decided = order.settle()
            if on_deal is not None:
                on_deal(tally)
            if decided:
                return

    if order.settle():
        return tally
    if on_deal is not None:
        on_deal(tally)
    results = runner(match, [deal for deal in range(len(tally.deals), deals) if deal not in order.early])
    try:
        finished(results)
    except KeyboardInterrupt:
        tally.interrupted = True
        # Finished deals beyond a gap count too, unless a test is deciding in order.
        if sprt is None:
            tally.deals.update(order.early)
    finally:
        close = getattr(results, "close", None)
        if close is not None:
            close()
    return tally


def mean_of(games: Games, figure: Callable[[FinishedGame], float]) -> float:
    """A deal's mean of a figure."""
    return sum(map(figure, games)) / len(games)


def _number(value: float) -> float | None:
    """Rounded to six digits, more than any match can justify; None if there is nothing to average."""
    return None if value != value else round(value, 6)
