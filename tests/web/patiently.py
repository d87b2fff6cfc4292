"""Requests that wait as long as a busy machine needs; httpx gives up after five seconds."""

from __future__ import annotations

from functools import partial

import httpx
from tests.patience import PATIENCE

SECONDS = PATIENCE

get = partial(httpx.get, timeout=SECONDS)
post = partial(httpx.post, timeout=SECONDS)
put = partial(httpx.put, timeout=SECONDS)
delete = partial(httpx.delete, timeout=SECONDS)
request = partial(httpx.request, timeout=SECONDS)
