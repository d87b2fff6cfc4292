"""A cache that computes each value once, even when several threads ask at the same time."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from typing import Any, TypeVar

T = TypeVar("T")


class OnceCache:
    """A bounded cache; a thread that asks for a value in the making waits for it."""

    def __init__(self, capacity: int) -> None:
        self._capacity = capacity
        self._lock = threading.Lock()
        self._values: OrderedDict[Hashable, Future[Any]] = OrderedDict()

    def get(self, key: Hashable, compute: Callable[[], T]) -> T:
        """The value of a key, computed if it is not there; an error is not cached."""
        with self._lock:
            cached: Future[T] | None = self._values.get(key)
            if cached is None:
                own: Future[T] = Future()
                self._values[key] = own
                while len(self._values) > self._capacity:
                    self._values.popitem(last=False)
            else:
                self._values.move_to_end(key)
        if cached is not None:
            return cached.result()
        try:
            value = compute()
        except BaseException as error:
            with self._lock:
                if self._values.get(key) is own:
                    del self._values[key]
            own.set_exception(error)
            raise
        own.set_result(value)
        return value

    def clear(self) -> None:
        with self._lock:
            self._values.clear()
