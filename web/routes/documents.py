"""Public endpoints: the documents of the project, and their pictures."""

from __future__ import annotations

from starlette.responses import FileResponse

from rulekeep.web.endpoints import EndpointRequest, Result, endpoint
from rulekeep.web.http_errors import HttpError
from rulekeep.web.pages.document_pages import FIRST, document_page, document_pictures, documents
from rulekeep.web.pages.error_page import PAGE
from rulekeep.web.pages.template_engine import by_host, root_path
from rulekeep.web.routes.public import REVALIDATE, cached_page


@endpoint("GET", "/docs", "public", PAGE)
async def first_document(request: EndpointRequest) -> Result:
    """The document that leads to all others."""
    return await _page(request, FIRST)


@endpoint("GET", "/docs/pictures/{picture}", "public", "image/*")
async def document_picture(request: EndpointRequest) -> Result:
    """A picture of a document."""
    path = document_pictures().get(request.path("picture"))
    if path is None:
        raise HttpError(404, "unknown_picture", "There is no picture with this name.")
    return FileResponse(path, headers=REVALIDATE)


@endpoint("GET", "/docs/{document}", "public", PAGE)
async def document(request: EndpointRequest) -> Result:
    """A document, by its name."""
    return await _page(request, request.path("document"))


async def _page(request: EndpointRequest, name: str) -> Result:
    if name not in documents():
        raise HttpError(404, "unknown_document", "There is no document with this name.")
    return await cached_page(request, document_page, name, root_path.get(), by_host.get())
