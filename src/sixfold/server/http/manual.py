"""The API's description as a page for people, made from its OpenAPI document: no script, no other host needed."""

from __future__ import annotations

import json
from html import escape

from sixfold.fields import Json


def manual(document: Json) -> str:
    """An HTML page of every call with its body and answers."""
    parts = [
        "<!doctype html><html lang=en><head><meta charset=utf-8>",
        f"<title>{escape(document['info']['title'])} API</title></head><body><main>",
        f"<h1>{escape(document['info']['title'])} API {escape(document['info']['version'])}</h1>",
        f"<p>{escape(document['info'].get('description', ''))} "
        "Machines read <a href=openapi.json>/api/openapi.json</a>.</p><ul>",
    ]
    calls = [
        (path, method, call)
        for path, item in sorted(document["paths"].items())
        for method, call in item.items()
        if isinstance(call, dict)
    ]
    parts += [
        f"<li><a href=#{_anchor(m, p)}>{m.upper()} {escape(p)}</a> {escape(c.get('summary', ''))}" for p, m, c in calls
    ]
    parts.append("</ul>")
    for path, method, call in calls:
        parts.append(f"<h2 id={_anchor(method, path)}>{method.upper()} {escape(path)}</h2>")
        parts.append(f"<p>{escape(call.get('summary', ''))}</p>")
        body = call.get("requestBody")
        if body:
            parts.append(f"<h3>Body</h3>{_content(body)}")
        for status, answer in sorted(call.get("responses", {}).items()):
            parts.append(f"<h3>{escape(status)}: {escape(answer.get('description', ''))}</h3>{_content(answer)}")
    parts.append("<h1>Types</h1>")
    for name, schema in sorted(document.get("components", {}).get("schemas", {}).items()):
        parts.append(f"<h2 id=type-{escape(name)}>{escape(name)}</h2><pre>{escape(json.dumps(schema, indent=1))}</pre>")
    parts.append("</main></body></html>")
    return "\n".join(parts)


def _anchor(method: str, path: str) -> str:
    return f"{method}-" + "".join(c if c.isalnum() else "-" for c in path).strip("-")


def _content(part: Json) -> str:
    names = []
    for kind, content in part.get("content", {}).items():
        name = content.get("schema", {}).get("$ref", "").rpartition("/")[2]
        link = (
            f"<a href=#type-{escape(name)}>{escape(name)}</a>"
            if name
            else escape(json.dumps(content.get("schema", {})))
        )
        names.append(f"<li>{escape(kind)}: {link}")
    return f"<ul>{''.join(names)}</ul>" if names else "<p>nothing</p>"
