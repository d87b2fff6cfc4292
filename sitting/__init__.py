"""A sitting without a screen: who decides, what each may do and be told, what is taken back.

It prints nothing and asks nothing: it offers its state and takes intents. Whatever shows a match
to people, line by line, on a full screen or over a network, stands on it.
"""

from rulekeep.sitting.advice import Advice
from rulekeep.sitting.course import HUMAN, Back, Sitting
from rulekeep.sitting.listing import Group, Listed
from rulekeep.sitting.turn import Refused, Turn

__all__ = ["HUMAN", "Advice", "Back", "Group", "Listed", "Refused", "Sitting", "Turn"]
