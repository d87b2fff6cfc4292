"""The conformance kit: every seat count, every option by itself, both presets."""

from tests.pace import EVERY

from rulekeep.testing.conformance import conformance_test

test_conformance = conformance_test("castle_keep", probes=1, every=EVERY, seed="castle")
