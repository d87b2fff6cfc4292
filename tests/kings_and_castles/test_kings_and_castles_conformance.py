"""The conformance kit over every seat count and option setting."""

from rulekeep.testing.conformance import conformance_test
from tests.pace import EVERY

test_conformance = conformance_test("kings_and_castles", probes=1, every=EVERY)
