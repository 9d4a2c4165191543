// Why another move was better, in words: what the next player then has and where, and what the own next turn brings. Where
// things lie is shown, not said. Numbers are the review's; none is computed here.
import { figure, t } from "../i18n";
import type { ReasonReply, ReviewedTurn } from "../wire.gen";

/** From so often on it is called so; the words are review.often.0 and on. */
const OFTEN = [0.25, 0.5, 0.9];

const points = (value: number): string => t("result.points", { n: Math.round(value) });
const tenths = (value: number): string => figure(Math.round(value * 10) / 10);

function replied(reply: ReasonReply, names: readonly string[]): string {
  const { line, opened, taken } = reply;
  const often = t(`review.often.${OFTEN.filter((from) => reply.often >= from).length}`);
  const about = { name: names[reply.seat] ?? "", often };
  if (line === null)
    return t("review.why.table", { ...about, points: tenths(reply.points), instead: tenths(reply.instead) });
  const kind = opened ? "opened" : taken ? "taken" : "left";
  return t(`review.why.${kind}`, { ...about, line: t(`review.line.${line}`), points: points(reply.points) });
}

/** The sentences about a turn; none where nothing is known within a round, or nothing was surely better. */
export function because(turn: Pick<ReviewedTurn, "reason">, names: readonly string[]): string[] {
  const { reply, later } = turn.reason ?? {};
  return [
    ...(reply ? [replied(reply, names)] : []),
    ...(later
      ? [t("review.why.later", { points: points(later.points), instead: figure(Math.round(later.instead)) })]
      : []),
  ];
}
