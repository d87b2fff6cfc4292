"""A match with people and bots around it, without a screen.

A session knows who decides, what each may do and be told, and what an undo takes back. It prints
nothing and asks nothing. Line mode, full screen and the server are views on it.
"""
