"""The conformance kit: every seat count, every option by itself, both presets."""

from rulekeep.core.testing.conformance import conformance_test

test_conformance = conformance_test("castle_keep", probes=1, every=2, seed="castle")
