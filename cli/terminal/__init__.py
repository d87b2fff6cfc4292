"""The terminal: screen, prompt, pager, completion."""
