"""Results of computations, kept in the store by their inputs."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from printgen.content.fingerprint import code_digest, package_versions
from printgen.store import Store, digest

Inputs = ParamSpec("Inputs")
Result = TypeVar("Result")

# The code that computes: a changed template or layout changes no result.
_CODE = ("analysis", "mechanics", "imposition")


def stored(
    store: Store,
    compute: Callable[Inputs, Result],
    *inputs: Inputs.args,
    **named: Inputs.kwargs,
) -> Result:
    """The result of a function without side effects. Errors are not kept.

    Inputs are numbers, texts, tuples, mappings and frozen dataclasses of these: `repr` gives all of
    their content.
    """
    if not store:
        return compute(*inputs, **named)
    name = f"{compute.__module__}.{compute.__qualname__}"
    tools = code_digest(store, *_CODE), *package_versions("reportlab")
    key = digest(*tools, name, repr(inputs), repr(sorted(named.items())))
    if (kept := store.read("results", key)) is not None:
        known: Result = pickle.loads(kept)  # noqa: S301
        return known
    result = compute(*inputs, **named)
    store.write("results", key, pickle.dumps(result))
    return result
