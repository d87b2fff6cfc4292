"""The conformance kit over every seat count and option setting."""

from tests.pace import EVERY

from rulekeep.testing.conformance import conformance_test

test_conformance = conformance_test("kings_and_castles", probes=1, every=EVERY)
