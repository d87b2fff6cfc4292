"""The addresses of the server as OpenAPI, made from where they are declared."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from rulekeep import __version__
from rulekeep.web import schemas
from rulekeep.web.endpoints import Endpoint

REFUSED = {
    "description": "A request that cannot be carried out, in one sentence",
    "content": {"application/json": {"schema": schemas.PROBLEM}},
}


def document(endpoints: Iterable[Endpoint]) -> dict[str, Any]:
    """All of them, in OpenAPI 3.1, whose schemas are JSON Schema."""
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in endpoints:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint)
    about = "Tables of board games: each seat behind a link of its own, shown what it may know."
    return {
        "openapi": "3.1.0",
        "info": {"title": "rulekeep", "version": __version__, "description": about},
        "paths": paths,
        "components": {
            "securitySchemes": {
                "host": {
                    "type": "apiKey",
                    "in": "cookie",
                    "name": "rulekeep-host",
                    "description": "Set by the address that the server prints when it starts; "
                    "the port stands behind the name.",
                }
            },
            "schemas": {"Event": schemas.EVENT},
        },
    }


def _operation(endpoint: Endpoint) -> dict[str, Any]:
    said: dict[str, Any] = {
        "operationId": endpoint.carry_out.__name__,
        "summary": endpoint.summary,
        "responses": {"200": _answer(endpoint), "default": REFUSED},
    }
    parameters = [
        {"name": name, "in": "path", "required": True, "schema": schemas.TEXT}
        for name in re.findall(r"{(\w+)}", endpoint.path)
    ]
    for name, field in endpoint.query.items():
        needed = field.default is schemas.NEEDED
        parameters.append({"name": name, "in": "query", "required": needed, "schema": field.schema})
    if parameters:
        said["parameters"] = parameters
    if endpoint.body is not None:
        content = {"application/json": {"schema": schemas.schema_of(endpoint.body)}}
        said["requestBody"] = {"required": True, "content": content}
    if endpoint.who == "host":
        said["security"] = [{"host": []}]
    return said


def _answer(endpoint: Endpoint) -> dict[str, Any]:
    if isinstance(endpoint.answer, str):
        return {
            "description": endpoint.summary,
            "content": {endpoint.answer: {"schema": schemas.TEXT}},
        }
    content = {"application/json": {"schema": endpoint.answer}}
    return {"description": endpoint.summary, "content": content}
