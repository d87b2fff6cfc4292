"""Bots in processes beside the server."""
