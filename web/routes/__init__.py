"""Routes, by who may use them."""
