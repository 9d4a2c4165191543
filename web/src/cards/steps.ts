// Arrow keys on the card table: from card to card in a row, from row to row, the hand being the last of them.

/** The number of the card that has the focus. */
export function focusedCard(): number | null {
  const id = (document.activeElement as HTMLElement | null)?.dataset?.card;
  return id === undefined ? null : Number(id);
}

export function focusCard(root: ParentNode, id: number | undefined): void {
  root.querySelector<HTMLElement>(`[data-card="${id}"]`)?.focus();
}

/** Move the focus by an arrow key; the card it went to, the same at an edge, null when no card had it. */
export function step(root: ParentNode, key: string): number | null {
  const active = document.activeElement as HTMLElement | null;
  const line = active?.closest<HTMLElement>("[data-line]") ?? null;
  if (line === null || !active?.dataset.card) return null;
  const cards = (of: Element): HTMLElement[] => [...of.querySelectorAll<HTMLElement>("[data-card]")];
  const lines = [...root.querySelectorAll<HTMLElement>("[data-line]")].filter((one) => cards(one).length > 0);
  const here = cards(line);
  const at = here.indexOf(active);
  const beside = (other: HTMLElement | undefined): HTMLElement | undefined => {
    const there = other === undefined ? [] : cards(other);
    return there[Math.min(at, there.length - 1)];
  };
  const goals: Record<string, () => HTMLElement | undefined> = {
    ArrowRight: () => here[at + 1],
    ArrowLeft: () => here[at - 1],
    Home: () => here[0],
    End: () => here.at(-1),
    ArrowDown: () => beside(lines[lines.indexOf(line) + 1]),
    ArrowUp: () => beside(lines[lines.indexOf(line) - 1]),
  };
  const goal = goals[key];
  if (goal === undefined) return null;
  const next = goal() ?? active;
  next.focus();
  return Number(next.dataset.card);
}
