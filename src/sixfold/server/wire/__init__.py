"""Everything that crosses the network, as types: commands in, frames and events out, bodies of HTTP. No behaviour.

`spec/wire.schema.json` and `web/src/wire.gen.ts` are generated from here (`python -m sixfold.server.schema`); the
conversation itself is told in docs/wire.md. A field left out has the default written here.
"""

# ruff: noqa: F403 - one place to name a message: its class. Callers write `wire.Ack`.
from sixfold.server.wire.bodies import *
from sixfold.server.wire.commands import *
from sixfold.server.wire.dailies import *
from sixfold.server.wire.frames import *
from sixfold.server.wire.lobby import *
from sixfold.server.wire.moderation import *
from sixfold.server.wire.notices import *
from sixfold.server.wire.plans import *
from sixfold.server.wire.ratings import *
from sixfold.server.wire.remote import *
from sixfold.server.wire.study import *
from sixfold.server.wire.tournaments import *
from sixfold.server.wire.views import *
from sixfold.server.wire.words import *
