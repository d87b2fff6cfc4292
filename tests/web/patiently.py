"""Requests that wait as long as a busy machine needs; httpx gives up after five seconds."""

from __future__ import annotations

import ssl
from functools import partial

import httpx
from tests.patience import PATIENCE

SECONDS = PATIENCE
TRUSTED = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""Who vouches for servers: nobody, since ours speak plain HTTP, and to read all the authorities of the
world takes 30 ms for every client. A proxy that speaks TLS adds its certificate."""

get = partial(httpx.get, timeout=SECONDS, verify=TRUSTED)
post = partial(httpx.post, timeout=SECONDS, verify=TRUSTED)
put = partial(httpx.put, timeout=SECONDS, verify=TRUSTED)
delete = partial(httpx.delete, timeout=SECONDS, verify=TRUSTED)
request = partial(httpx.request, timeout=SECONDS, verify=TRUSTED)
