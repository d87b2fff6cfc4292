"""The conformance kit: every seat count, every option by itself, both presets."""

from rulekeep.testing.conformance import conformance_test
from tests.pace import EVERY

test_conformance = conformance_test("castle_keep", probes=1, every=EVERY, seed="castle")
