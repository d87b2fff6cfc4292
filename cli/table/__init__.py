"""The table at the terminal: line mode and full screen."""
