"""A match with people and bots around it, without a screen.

A session knows who decides, what each player may do and see, and what an undo affects. It prints
nothing and asks nothing. Line mode, full screen and the server are views on it.
"""
