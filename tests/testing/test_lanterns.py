"""The tiny game conforms; it is the ground on which the core's own tests stand."""

import lanterns

from rulekeep.testing import conformance_test

test_conformance = conformance_test(lanterns.GAME, matches=3, probes=8)
