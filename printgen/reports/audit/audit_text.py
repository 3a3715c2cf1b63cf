"""Audits as text for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from printgen.reports.audit.audit import Audit
from printgen.reports.audit.verdicts import Verdict

# Places listed for a survivor.
_MOST = 4


def audit_lines(audit: Audit) -> list[str]:
    """The survivors of an audit, and its score."""
    caught = ", ".join(f"{count} {code}" for code, count in audit.found_by.items())
    lines = [line for verdict in audit.survivors for line in _survivor(verdict)]
    return [
        *lines,
        f"{audit.game}: {audit.score:.1f} % of {len(audit.verdicts)} mutants were caught"
        f" ({audit.mutants} in all)",
        f"  found by a check: {caught or 'none'}",
        f"  printed from the data alone: {audit.printed}",
        f"  survived: {len(audit.survivors)}",
    ]


def _survivor(verdict: Verdict) -> Iterator[str]:
    change = f"'{verdict.old}' as '{verdict.new}'"
    if verdict.what == "row":
        change = f"without the row '{verdict.old}'"
    yield f"{verdict.position}: {change} is not noticed; these texts are bound to nothing:"
    for claim in verdict.claims[:_MOST]:
        yield f"    {claim.position}: {claim.words} ({claim.sentence})"
        yield f"        {claim.how}"
    if len(verdict.claims) > _MOST:
        yield f"    and {len(verdict.claims) - _MOST} more"
