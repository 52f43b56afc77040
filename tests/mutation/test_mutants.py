"""The maker of mutants: what it changes, and that each change is one."""

from __future__ import annotations

import ast

import pytest

from tests.mutation.mutants import mutants

SAMPLES = {
    "a = b < c": ["a = b <= c", "a = b >= c"],
    "a = b > c": ["a = b >= c", "a = b <= c"],
    "a = b == c": ["a = b != c"],
    "a = b is not c": ["a = b is c"],
    "a = b in c": ["a = b not in c"],
    "a = b < c < d": ["a = b <= c < d", "a = b >= c < d", "a = b < c <= d", "a = b < c >= d"],
    "a = b and c": ["a = b or c"],
    "a = not b": ["a = not not b"],
    "a = 7": ["a = 8", "a = 6"],
    "a = True": ["a = False"],
    "a += b": ["a -= b"],
    "a: int = b - c": ["a: int = b + c"],
    "a: Literal[3] = b": [],
    "f(a)": ["None"],
    "if a:\n    b": ["if a and False:\n    b"],
    "for a in b:\n    continue": ["for a in b:\n    break"],
    "if TYPE_CHECKING:\n    a = 1": [],
    "def f(a: Literal[1]) -> Literal[2]:\n    pass": [],
}


@pytest.mark.parametrize("source", SAMPLES)
def test_changes(source: str) -> None:
    made = [ast.unparse(mutant.tree) for mutant in mutants(source)]
    assert made == SAMPLES[source]


def test_each_mutant_differs_from_the_source_and_from_the_others() -> None:
    source = "\n".join(SAMPLES)
    made = [ast.unparse(mutant.tree) for mutant in mutants(source)]
    assert len({*made, ast.unparse(ast.parse(source))}) == len(made) + 1
