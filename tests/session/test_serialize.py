"""The data that pages and programs receive."""

from rulekeep.core import registry
from rulekeep.session.serialize import option_data


def test_an_option_has_a_label_for_people() -> None:
    options = {option.name: option_data(option) for option in registry.load("kilt_castle").options}
    lapping = options["lapping"]
    assert (lapping["option"], lapping["label"]) == ("lapping", "Going round")
    assert all(data["label"] and data["help"] for data in options.values())
