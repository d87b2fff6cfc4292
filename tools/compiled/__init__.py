"""The compiled build: mypyc makes extension modules from the same source."""
