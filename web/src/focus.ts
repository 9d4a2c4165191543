// Where the keyboard is: a page that comes takes the focus to its heading, and a table never loses it.

/** A page has come by a link, not by loading: its heading is read, and Tab goes on from there. */
function arrive(page: HTMLElement): void {
  if (document.activeElement !== null && document.activeElement !== document.body) return;
  const target = page.querySelector<HTMLElement>("h1") ?? page.querySelector<HTMLElement>("main");
  if (target === null) return;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

/** Do so for every page, also for one that first says that it is being loaded, or comes to say that it is not there. */
export function arrivals(pages: HTMLElement, moved: () => boolean): () => void {
  const watcher = new MutationObserver(() => moved() && arrive(pages));
  watcher.observe(pages, { childList: true });
  return () => watcher.disconnect();
}

/** A button that goes away takes the focus with it: this element gets it then, so that keys go on. */
export function keepFocus(node: HTMLElement): () => void {
  let frame = 0;
  const regain = (): void => {
    if (document.activeElement === document.body && document.querySelector("dialog:modal") === null)
      node.focus({ preventScroll: true });
  };
  const watcher = new MutationObserver(() => {
    // A button that is switched off loses the focus with the next frame.
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(regain);
  });
  watcher.observe(document.body, { childList: true, subtree: true, attributeFilter: ["disabled", "hidden"] });
  regain();
  return () => {
    cancelAnimationFrame(frame);
    watcher.disconnect();
  };
}
