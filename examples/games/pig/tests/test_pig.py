from pig import GAME

from rulekeep.testing import conformance_test

test_conformance = conformance_test(GAME)
