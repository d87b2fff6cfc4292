"""The OpenAPI document, written from the declarations of the endpoints."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from rulekeep import __version__
from rulekeep.web import schemas
from rulekeep.web.endpoints import Endpoint

STATUSES = ("429", "500")
"""Errors of every endpoint; others are the default response."""
ERROR_RESPONSE = {
    "description": "A request that cannot be carried out, in one sentence",
    "content": {"application/json": {"schema": schemas.ERROR}},
}


def document(endpoints: Iterable[Endpoint]) -> dict[str, Any]:
    """All endpoints in OpenAPI 3.1."""
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in endpoints:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint)
    about = "Tables of board games. Each seat has its own link and sees only what it may know."
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
                    "its name ends with the port.",
                }
            },
            "schemas": {"Event": schemas.EVENT},
        },
    }


def _operation(endpoint: Endpoint) -> dict[str, Any]:
    parameters = [
        {"name": name, "in": "path", "required": True, "schema": schemas.TEXT}
        for name in re.findall(r"{(\w+)}", endpoint.path)
    ]
    for name, field in endpoint.query.fields.items():
        required, schema = field.is_required, field.schema
        parameters.append({"name": name, "in": "query", "required": required, "schema": schema})
    operation: dict[str, Any] = {
        "operationId": endpoint.name,
        "summary": endpoint.summary,
        "parameters": parameters,
        "responses": {"200": _response(endpoint)}
        | dict.fromkeys((*STATUSES, "default"), ERROR_RESPONSE),
    }
    if endpoint.body is not None:
        content = {"application/json": {"schema": endpoint.body.schema()}}
        operation["requestBody"] = {"required": True, "content": content}
        operation["responses"]["415"] = ERROR_RESPONSE
    if endpoint.access in ("host", "monitor"):
        operation["security"] = [{"host": []}]
    return operation


def _response(endpoint: Endpoint) -> dict[str, Any]:
    media_type, schema = "application/json", endpoint.response
    if isinstance(schema, str):
        media_type, schema = schema, schemas.TEXT
    return {"description": endpoint.summary, "content": {media_type: {"schema": schema}}}
