"""What a person sees at a glance: boards inside their panels, buttons that can be pressed, nothing beside the page."""

from __future__ import annotations

from playwright.sync_api import FloatRect, Locator, Page

# A page loads what it shows later, and the board settles a moment after a gesture.
AT_REST = """things => new Promise(done => {
  let [last, frames] = ['', 0];
  const look = () => {
    const boxes = things.map(thing => thing.getBoundingClientRect());
    const now = boxes.map(({x, y, width}) => `${x} ${y} ${width}`).join();
    frames = now === last ? frames + 1 : 0;
    last = now;
    frames < 12 ? requestAnimationFrame(look) : done(boxes.map(({x, y, width, height}) => ({x, y, width, height})));
  };
  look();
})"""

OUTSIDE = """() => {
  const found = [];
  const inside = (small, large) => {
    const [a, b] = [small.getBoundingClientRect(), large.getBoundingClientRect()];
    return a.left >= b.left - 1 && a.right <= b.right + 1 && a.top >= b.top - 1 && a.bottom <= b.bottom + 1;
  };
  for (const board of document.querySelectorAll('.mini-board')) {
    if (!board.checkVisibility()) continue;
    const panel = board.closest('.panel, dialog, main');
    if (!inside(board, panel)) found.push(`the board "${board.ariaLabel}" lies outside its ${panel.localName}`);
    for (const thing of board.querySelectorAll(':scope > span, :scope > button'))
      if (!inside(thing, board)) found.push(`a tile or place of "${board.ariaLabel}" lies outside of it`);
  }
  return [...new Set(found)];
}"""

COVERED = """() => {
  const found = [];
  // What lies behind a dialog, or the curtain between two players, is not to be reached.
  const open = [...document.querySelectorAll('dialog[open], .curtain')].at(-1);
  for (const button of (open ?? document).querySelectorAll('button, a.button, summary')) {
    if (!button.checkVisibility({visibilityProperty: true}) || button.closest('[inert], .sr-only, .notes')) continue;
    button.scrollIntoView({block: 'center', inline: 'center', behavior: 'instant'});
    const {left, top, width, height} = button.getBoundingClientRect();
    if (width === 0 || height === 0) continue;
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    if (button.contains(hit) || hit?.closest('.notes') || hit?.closest('label')?.contains(button)) continue;
    found.push(`"${button.ariaLabel ?? button.innerText}" is covered by ${hit?.outerHTML.slice(0, 90)}`);
  }
  window.scrollTo(0, 0);
  return found;
}"""

WIDER = """() => {
  const root = document.documentElement;
  return root.scrollWidth > innerWidth ? [`the page is ${root.scrollWidth} wide on a screen of ${innerWidth}`] : [];
}"""


FRAMES = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


def drawn(page: Page) -> None:
    """What answers to a change has answered: two frames have been drawn."""
    page.evaluate(FRAMES)


def resize(page: Page, width: int, height: int) -> None:
    """Another screen, drawn: queries and observers of sizes tell the page in a frame of their own."""
    page.set_viewport_size({"width": width, "height": height})
    drawn(page)


def at_rest(*things: Locator) -> list[FloatRect]:
    """Where things lie once all of them have stood still for a while."""
    found: list[FloatRect] = things[0].page.evaluate(AT_REST, [thing.element_handle() for thing in things])
    return found


def box(thing: Locator) -> FloatRect:
    """Where a thing lies once it has stood still for a while."""
    [found] = at_rest(thing)
    return found


def faults(page: Page) -> list[str]:
    """Everything that lies wrong on the page as it stands, in words."""
    found = [fault for look in (OUTSIDE, COVERED, WIDER) for fault in page.evaluate(look)]
    return [f"{page.evaluate('location.pathname')}: {fault}" for fault in found]
