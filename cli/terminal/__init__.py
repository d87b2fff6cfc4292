"""The terminal: screen, prompt, menus, completion."""
