"""Every attribute of PyPSA at a value that matters: the cost of `optimize()`, or a refusal that names it."""

from __future__ import annotations

import os
from collections.abc import Sequence

import pytest
from pypsa_networks import (
    Change,
    changes,
    commits,
    cost_of,
    costs_of_parts,
    pairs,
    single,
    together,
    whole_parts,
)

from grid_optimization import CaseError, Client, NoSchedule
from grid_optimization.pypsa_check import Loss, losses_of

IS_WHOLE = os.environ.get("TEST_SIZE") == "full"
EVERY = int(os.environ.get("PYPSA_EVERY") or (6 if IS_WHOLE else 40))
"""One change of so many is compared; 1 for all."""
PAIRS = 240 // EVERY if IS_WHOLE else 3
PARTS, COMMITTED_PARTS = 40, 6
"""Numbers of cases in one problem: linear ones, and those with a commitment."""
MIP_GAP = 1e-9
SAME = 1e-6
Case = Sequence[Change]
SOME = ["islands", "one weight", "equal names"]
FOLLOWING = {("lines", "bus1"), ("transformers", "x")}
"""Attributes whose effect on a branch follows from the carrier of a bus, or from a rating without limit."""


def losses_by_case(cases: Sequence[Case]) -> dict[int, list[Loss]]:
    """Losses of refused cases, by the number with which their elements' names begin."""
    losses = list(losses_of(together(cases)))
    numbers = {
        k: [loss for loss in losses if f"{k} " in {name[: len(str(k)) + 1] for name in loss.names}]
        for k in range(len(cases))
    }
    return {k: each for k, each in numbers.items() if each}


def differences(client: Client, cases: Sequence[Case]) -> list[str]:
    """Differences in cost. The cases are one problem, which is halved if it has no schedule."""
    n, words = together(cases), [" and ".join(map(str, case)) for case in cases]
    try:
        client.solve_pypsa(n, progress=False, mip_gap=MIP_GAP)
        ours, why = costs_of_parts(n), ""
    except CaseError as error:
        if len(cases) == 1:
            return [] if ".loc[" in error.msg else [f"{words[0]} is refused without its place: {error.msg}"]
        ours, why = None, error.msg
    except NoSchedule as error:
        ours, why = None, error.msg
    theirs = costs_of_parts(n) if cost_of(n) is not None else None
    if ours is not None and theirs is not None:
        return [
            f"{words[int(k)]}: {theirs[k]} in PyPSA, {ours[k]} here"
            for k in theirs.index
            if abs(theirs[k] - ours[k]) > SAME * abs(theirs[k]) + 1e-6
        ]
    if len(cases) == 1:
        return [] if ours is theirs else [f"{words[0]}: {theirs} in PyPSA, {ours} here {why}"]
    half = len(cases) // 2
    return [*differences(client, cases[:half]), *differences(client, cases[half:])]


def compare(client: Client, cases: Sequence[Case]) -> list[str]:
    """Differences in cost of the accepted cases."""
    refused = losses_by_case(cases)
    accepted = [case for k, case in enumerate(cases) if k not in refused]
    found: list[str] = []
    for size, some in (
        (PARTS, [case for case in accepted if not commits(case)]),
        (COMMITTED_PARTS, list(filter(commits, accepted))),
    ):
        for k in range(0, len(some), size):
            found += differences(client, some[k : k + size])
    return found


def test_single_attributes_cost_the_same(client: Client) -> None:
    assert compare(client, [[change] for change in changes()][::EVERY]) == []


def test_pairs_of_attributes_cost_the_same(client: Client) -> None:
    assert compare(client, list(pairs(PAIRS))) == []


def test_refusals_name_the_attribute() -> None:
    every = changes()
    for k, losses in losses_by_case([[change] for change in every]).items():
        named = {(loss.component, loss.attribute) for loss in losses}
        assert named <= {(every[k].component, every[k].attribute), *FOLLOWING}, str(every[k])


@pytest.mark.parametrize("part", list(whole_parts())[:: 4 if EVERY > 1 else 1] if IS_WHOLE else SOME)
def test_parts_that_are_no_attribute(client: Client, part: str) -> None:
    n = single(part)
    if part in REFUSED:
        with pytest.raises(CaseError, match="strict=False"):
            client.solve_pypsa(n)
        return
    client.solve_pypsa(n, progress=False, mip_gap=MIP_GAP)
    assert n.objective == pytest.approx(cost_of(single(part)), rel=SAME)


REFUSED = ("a multi-port link", "a constraint", "weights")
