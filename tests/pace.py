"""How closely the kit looks: at one option setting in so many, for each number of seats."""

import os

EVERY = int(os.environ.get("RULEKEEP_KIT_EVERY", "5"))
