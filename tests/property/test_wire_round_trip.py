"""Law: data read back is the same data, and the text of it the same bytes."""

from __future__ import annotations

import json
import pickle

import jsonschema
from hypothesis import given
from hypothesis import strategies as st

import okfsearch
from okfsearch._json import encode, encode_float
from okfsearch.wire import from_dict, read_schema, to_dict, to_json
from tests.strategies import any_text, bundles, queries


@given(bundles, queries)
def test_a_result_survives_the_wire(files: dict[str, bytes], query: str) -> None:
    result = okfsearch.index_sections(okfsearch.Snapshot.of(files)).search(query)
    data = to_dict(result)
    assert to_dict(from_dict(data)) == data
    line = to_json(result)
    assert to_json(from_dict(json.loads(line))) == line
    assert json.loads(line) == data
    jsonschema.validate(data, read_schema())
    assert pickle.loads(pickle.dumps(result)) == result
    assert hash(result) == hash(pickle.loads(pickle.dumps(result)))


@given(any_text)
def test_any_text_survives(text: str) -> None:
    line = encode({text: [text, None, True, False]})
    assert json.loads(line) == {text: [text, None, True, False]}
    assert not set(line) & set("<>&\u2028\u2029\n")


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_any_double_survives_in_its_shortest_digits(number: float) -> None:
    text = encode_float(number)
    assert float(text) == number
    digits = text.lower().partition("e")[0].replace(".", "").lstrip("-0").rstrip("0")
    assert len(digits) <= len(repr(number).lower().partition("e")[0].replace(".", "").lstrip("-0").rstrip("0") or "")
