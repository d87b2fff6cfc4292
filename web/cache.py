"""Things that are dear to make and wanted by several at once: made once, kept a while."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from typing import Any, TypeVar

T = TypeVar("T")


class OnceCache:
    """A bounded store; whoever asks for what is being made waits for it."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._kept: OrderedDict[Hashable, Future[Any]] = OrderedDict()

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """What was made under this key, or is made now; what fails is not kept."""
        with self._lock:
            found = self._kept.get(key)
            if found is None:
                mine: Future[T] = Future()
                self._kept[key] = mine
                while len(self._kept) > self._most:
                    self._kept.popitem(last=False)
            else:
                self._kept.move_to_end(key)
        if found is not None:
            kept: T = found.result()
            return kept
        try:
            made = make()
        except BaseException as error:
            with self._lock:
                if self._kept.get(key) is mine:
                    del self._kept[key]
            mine.set_exception(error)
            raise
        mine.set_result(made)
        return made

    def clear(self) -> None:
        with self._lock:
            self._kept.clear()
