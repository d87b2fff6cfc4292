"""The compiled build: extension modules by mypyc from the very source that runs without them."""
