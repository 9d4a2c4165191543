"""All routes behind /api as one Litestar application, described by OpenAPI. Every refusal has the same shape.

Not here: who may ask at all (guard.py), playing (sockets.py).
"""

from __future__ import annotations

from typing import Final

from litestar import Litestar
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

import sixfold
from sixfold.errors import SixfoldError
from sixfold.server.house import House
from sixfold.server.http import (
    about,
    answers,
    bots,
    dailies,
    fairness,
    games,
    invites,
    lobby,
    me,
    moderation,
    notices,
    plans,
    ratings,
    study,
    tables,
    tournaments,
)

HIDDEN: Final = "/litestar"
"""Outside of /api, so that the guard never leads there."""
MOST_BODY: Final = 256 * 1024
_SUBJECTS: Final = (
    tables,
    plans,
    invites,
    games,
    lobby,
    tournaments,
    dailies,
    ratings,
    fairness,
    me,
    moderation,
    notices,
    study,
    bots,
    about,
)


def build_api(house: House) -> Litestar:
    """The application behind /api."""
    description = about.Description()
    return Litestar(
        route_handlers=[handler for subject in _SUBJECTS for handler in subject.HANDLERS],
        dependencies={
            "house": Provide(lambda: house, sync_to_thread=False),
            "description": Provide(lambda: description, sync_to_thread=False),
        },
        openapi_config=OpenAPIConfig(
            title="Sixfold",
            version=sixfold.__version__,
            description="Tables of Qwirkle and Qwirkle Cards. Playing goes over the socket, see docs/wire.md.",
            # Litestar's own pages would load scripts from other hosts; ours are /api/docs and /api/openapi.json.
            path=HIDDEN,
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
        ),
        exception_handlers={
            SixfoldError: answers.refused,
            HTTPException: answers.unread,
            RecursionError: answers.nested,
            Exception: answers.mistaken(house.metrics),
        },
        request_max_body_size=MOST_BODY,
        logging_config=None,
        debug=False,
    )
