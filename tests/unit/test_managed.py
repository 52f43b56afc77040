"""Which bundles declare their OKF version."""

from __future__ import annotations

import pytest

from okfsearch import Snapshot

DECLARING = [
    b"---\nokf_version: 0.2\n---\n",
    b'---\nokf_version: "0.2"\n---',
    b"---\r\nokf_version: '0.2'\r\n---\r\n",
    b"---\ntitle: x\nokf_version:\t0.1 # the old one\ntype: y\n---\nbody",
    b'---\n"okf_version": 0.3\n---\n',
    b"---\n'okf_version' : 0.3\n---\n",
    b"---\nokf_version:\n  0.2\n---\n",
    b"---\nokf_version: # next line\n\n  # here\n  '0.2'\n---\n",
    b"---\nbroken: [\nokf_version: 0.2\n---\n",
    b"\xef\xbb\xbf--- \nokf_version: 0.2\n---\t\n",
    b"---\nokf_version: nullable\n---\n",
    b"---\nokf_version: '#1'\n---\n",
]
SILENT = [
    b"",
    b"okf_version: 0.2\n",
    b"\n---\nokf_version: 0.2\n---\n",
    b"---\nokf_version: 0.2\n",
    b"---\n---\nokf_version: 0.2\n---\n",
    b"---\nokf_version:\n---\n",
    b"---\nokf_version:\ntype: x\n---\n",
    b"---\nokf_version: \n# only a comment\n---\n",
    b"---\nokf_version:   # only a comment\n---\n  later\n",
    b"---\nokf_version: ''\n---\n",
    b'---\nokf_version: "  " # blank\n---\n',
    b"---\nokf_version: null\n---\n",
    b"---\nokf_version: ~\n---\n",
    b"---\n okf_version: 0.2\n---\n",
    b"---\nx_okf_version: 0.2\nokf_version_2: 1\n---\n",
    b"---\nokf_version:0.2\n---\n",
    b"----\nokf_version: 0.2\n---\n",
]


@pytest.mark.parametrize("index", DECLARING)
def test_an_index_with_a_version_makes_a_bundle_managed(index: bytes) -> None:
    assert Snapshot.of({"index.md": index}).managed
    assert not Snapshot.of({"sub/index.md": index, "Index.md": index}).managed


@pytest.mark.parametrize("index", SILENT)
def test_without_a_version_it_is_not(index: bytes) -> None:
    assert not Snapshot.of({"index.md": index}).managed


def test_a_settings_file_at_the_root_makes_it_managed() -> None:
    assert Snapshot.of({".openknowledge.toml": b"\xff["}).managed
    assert not Snapshot.of({"sub/.openknowledge.toml": b""}).managed
