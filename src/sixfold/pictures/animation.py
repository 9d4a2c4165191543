"""A whole game as one moving picture (GIF): one frame per turn, the last one held longer."""

from __future__ import annotations

from io import BytesIO
from typing import Final

from PIL import Image

from sixfold import cards, tiles
from sixfold.pictures.drawing import Style, png
from sixfold.record import Record

TURN_MS: Final = 900
END_MS: Final = 4000


def animate(record: Record, style: Style | None = None, width: int = 640) -> bytes:
    """The game from the first move to the last. Every frame has the size of the largest, so that nothing jumps."""
    shown: list[tuple[tiles.State | cards.State, str]] = []
    names = record.headers.names
    for step in record.steps():
        shown.append((step.after, f"{names[step.seat]}: {step.points or 0}"))
    frames = [Image.open(BytesIO(png(state, style, title, width))).convert("RGB") for state, title in shown]
    if not frames:
        frames = [Image.open(BytesIO(png(record.final, style, "", width))).convert("RGB")]
    height = max(frame.height for frame in frames)
    pages = []
    for frame in frames:
        page = Image.new("RGB", (width, height), frame.getpixel((0, 0)))
        page.paste(frame, (0, (height - frame.height) // 2))
        pages.append(page.quantize(colors=64))
    out = BytesIO()
    times = [TURN_MS] * (len(pages) - 1) + [END_MS]
    pages[0].save(out, "GIF", save_all=True, append_images=pages[1:], duration=times, loop=0)
    return out.getvalue()
