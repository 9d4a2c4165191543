"""The score sheet on paper (T20): a column per player, a line per turn, totals at the foot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from fpdf import FPDF
from fpdf.enums import XPos, YPos

from sixfold.record import Record
from sixfold.rulesets import AnyEntry

LINE: Final = 7.0
TURNS_A_PAGE: Final = 33


def sheet_pdf(record: Record, words: dict[str, str] | None = None) -> bytes:
    """The score sheet of a game as a PDF of A4 pages. `words` translates `Score sheet`, `Turn`, `Total`."""
    told = {"Score sheet": "Score sheet", "Turn": "Turn", "Total": "Total"} | (words or {})
    state = record.final
    names = record.headers.names
    pdf = FPDF(format="A4")
    pdf.set_title(told["Score sheet"])
    width = min(40.0, 150.0 / len(names))

    def row(cells: list[str], bold: bool = False) -> None:
        pdf.set_font("helvetica", "B" if bold else "", 11)
        for at, cell in enumerate(cells):
            pdf.cell(20 if at == 0 else width, LINE, _plain(cell), border="B", align="L" if at == 0 else "R")
        pdf.cell(0, LINE, "", new_x=XPos.LMARGIN, new_y=YPos.NEXT)

    totals = [0] * len(names)
    sheet: Sequence[AnyEntry] = state.sheet
    for turn, entry in enumerate(sheet):
        if turn % TURNS_A_PAGE == 0:
            pdf.add_page()
            pdf.set_font("helvetica", "B", 16)
            when = f"  {record.headers.date.isoformat()}" if record.headers.date else ""
            pdf.cell(0, 12, _plain(told["Score sheet"] + when), new_x=XPos.LMARGIN, new_y=YPos.NEXT)
            row([told["Turn"], *names], bold=True)
        totals[entry.seat] += entry.points
        row([str(turn + 1), *(str(entry.points) if seat == entry.seat else "" for seat in range(len(names)))])
    if not state.sheet:
        pdf.add_page()
        row([told["Turn"], *names], bold=True)
    row([told["Total"], *map(str, totals)], bold=True)
    return bytes(pdf.output())


def _plain(text: str) -> str:
    """The built-in fonts know Latin-1 only; letters beyond it lose their marks rather than the sheet its line."""
    import unicodedata

    kept = []
    for letter in text[:28]:
        try:
            letter.encode("latin-1")
        except UnicodeEncodeError:
            letter = unicodedata.normalize("NFD", letter)[0]
        kept.append(letter if letter.encode("latin-1", "ignore") else "?")
    return "".join(kept)
