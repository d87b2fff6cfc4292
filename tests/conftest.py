"""The tiny game is known to every test."""

import lanterns

from rulekeep.core import registry

registry.add(lanterns.GAME)
