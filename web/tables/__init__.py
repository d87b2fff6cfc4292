"""Tables that are open on the server."""
