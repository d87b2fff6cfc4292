from silent_sale import GAME

from rulekeep.testing import add_game

pytest_plugins = ["rulekeep.testing.pytest_plugin"]

# So that the tests run before the package is installed.
add_game(GAME)
