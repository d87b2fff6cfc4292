"""SHA-256 without OpenSSL, which takes `hashlib` longer to load than most games their rules.

The interpreter has the same function built in, and the standard library's `random` takes it from
there too; where an interpreter has none, `hashlib` is asked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

__all__ = ["sha256"]

if TYPE_CHECKING:
    from hashlib import sha256
else:
    try:
        from _sha2 import sha256  # Python 3.12 and newer
    except ImportError:
        try:
            from _sha256 import sha256
        except ImportError:
            from hashlib import sha256
