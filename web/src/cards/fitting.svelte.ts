// Where the chosen cards fit. The server says it, row by row; nothing is known until it has, or when help is off.
import { pieceName, t } from "../i18n";
import { join } from "../pieces";
import { SIX } from "./draft";
import type { CardTurn } from "./turn.svelte";

export class Fitting {
  readonly #turn: CardTurn;
  #answer = $state.raw<{ text: string; fits: readonly boolean[] } | null>(null);

  constructor(turn: CardTurn) {
    this.#turn = turn;
  }

  /** What is asked: every lane, and a new one last. */
  #question = $derived.by(() => {
    const { draft, selected } = this.#turn;
    const cards = join(selected.map((id) => draft.card(id)?.piece ?? ""));
    return { cards, rows: [...draft.now.lanes.map((lane) => join(lane.cards.map((card) => card.piece))), ""] };
  });

  /** The lanes, and "new"; null when nothing is known. */
  goals: ReadonlySet<number | "new"> | null = $derived.by(() => {
    const { draft, selected } = this.#turn;
    const told = this.#answer?.text === JSON.stringify(this.#question) ? this.#answer.fits : [];
    if (selected.length === 0 || told.length === 0) return null;
    const homes = new Set<number | "new" | null>(selected.map((id) => draft.whereIs(id)));
    const goals = [...draft.now.lanes.map((lane) => lane.id), "new" as const];
    return new Set(goals.filter((goal, at) => told[at] && !homes.has(goal)));
  });

  in(goal: number | "new"): boolean {
    return this.goals?.has(goal) ?? false;
  }

  /** Ask. Only the answer to the newest question counts. */
  async ask(): Promise<void> {
    const { actor, role, session } = this.#turn;
    const question = this.#question;
    const text = JSON.stringify(question);
    if (actor === null || role === "watch" || question.cards === "" || this.#answer?.text === text) return;
    const answer = await session.fits(actor, question.rows, question.cards);
    if ("t" in answer && JSON.stringify(this.#question) === text) this.#answer = { text, fits: answer.fits ?? [] };
  }

  /** "Blue star: fits 2 rows."; "" when nothing is known. */
  get words(): string {
    if (this.goals === null) return "";
    const { draft, selected } = this.#turn;
    const one = selected.length === 1 ? draft.card(selected[0] ?? -1)?.piece : undefined;
    const name = one === undefined ? t("cards.chosen", { n: selected.length }) : pieceName(one);
    const pieces = name.charAt(0).toLocaleUpperCase() + name.slice(1);
    const lanes = draft.now.lanes.filter((lane) => this.in(lane.id) && lane.cards.length > 0);
    const said = lanes.length === 0 ? t("cards.fits.none", { pieces }) : t("cards.fits", { pieces, n: lanes.length });
    const full = lanes.some((lane) => lane.cards.length + selected.length === SIX);
    return full ? `${said} ${t("cards.fits.qwirkle")}` : said;
  }
}
