"""The conformance cases of spec/engine as lines and answers."""

from typing import Any

from tests.spec.files import SPEC, load

FILES = tuple(path.name for path in sorted((SPEC / "engine").glob("*.json")))
CASES: list[dict[str, Any]] = [case | {"file": name} for name in FILES for case in load(f"engine/{name}")]


def line(case: dict[str, Any]) -> bytes:
    """What is sent, without its line end."""
    if "send" in case:
        text = case["send"]
    else:
        before, piece, times, after = case["repeat"]
        text = before + piece * times + after
    return str(text).encode()


def verdict(case: dict[str, Any], answer: dict[str, Any]) -> list[str]:
    """What is wrong with an answer; nothing when it conforms."""
    wrong = [
        f"{key} is {answer.get(key)!r}, not {value!r}"
        for key, value in case["answer"].items()
        if key not in answer or answer[key] != value
    ]
    if "id" not in case["answer"] and "id" in answer:
        wrong.append("an id that was not sent")
    if not answer.get("ok") and not answer.get("message"):
        wrong.append("a refusal without a message")
    if "cards" in case and len(answer.get("played", "")) != 2 * case["cards"]:
        wrong.append(f"{answer.get('played')} are not {case['cards']} cards")
    return wrong
