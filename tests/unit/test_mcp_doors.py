"""Which directories an agent gets into: by one spelling, through no link, and nowhere else when some are named."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from okfsearch.errors import BundleError
from okfsearch.mcp_doors import Doors


@pytest.fixture
def yard(tmp_path: Path) -> Path:
    """Two bundles side by side, with links from one place to another."""
    yard = Path(os.path.realpath(tmp_path)) / "yard"
    for name in ("open", "closed", "open/inner"):
        (yard / name).mkdir(parents=True)
    (yard / "link").symlink_to(yard / "open")
    (yard / "open" / "out").symlink_to(yard / "closed")
    (yard / "up").symlink_to(yard)
    return yard


def refused(doors: Doors, path: str) -> bool:
    with pytest.raises(BundleError) as caught:
        doors.open(path)
    assert caught.value.code == "invalid_request"
    assert not path or path.strip() not in caught.value.message
    return True


def test_named_bundles_open_and_nothing_else_does(yard: Path) -> None:
    doors = Doors.of([str(yard / "open")])
    assert doors.open(f"{yard}/open") == f"{yard}/open"
    for path in ("closed", "", "open/inner", "open/out", "link", "up/open", "nothing"):
        assert refused(doors, os.path.join(yard, path).rstrip("/"))
    assert refused(doors, "/")


@pytest.mark.parametrize(
    "spelling",
    [
        "{}/open/", "{}/open/.", "{}/./open", "{}//open", "/{}/open", "//{}/open", "{}/closed/../open", " {}/open", "{}/open\n",
        "{}/open\0", "open", "./open", "~/open", "file://{}/open", "{}/OPEN", "{}/open/../closed", "{}/open/out", "",
        "{}/op\u0065\u0301n", "{}/open\u00a0", "\\\\?\\{}\\open", "{}/open/%2e%2e/closed",
    ],
)  # fmt: skip
def test_no_other_spelling_opens_a_named_bundle(yard: Path, spelling: str) -> None:
    assert refused(Doors.of([str(yard / "open")]), spelling.format(yard))


def test_names_are_resolved_once_at_the_start(yard: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(yard)
    doors = Doors.of(["link", "open", str(yard / "open/../open")])
    assert doors.named == (f"{yard}/open",)
    assert doors.open(f"{yard}/open")
    assert refused(doors, f"{yard}/link")


def test_a_door_cannot_be_moved_later(yard: Path) -> None:
    doors = Doors.of([str(yard / "open")])
    (yard / "open").rename(yard / "was-open")
    (yard / "open").symlink_to(yard / "closed")
    assert refused(doors, f"{yard}/open")
    (yard / "open").unlink()
    # Nothing is there: capture will say so, as the door asks only where a path leads.
    assert doors.open(f"{yard}/open")


def test_without_names_every_directory_opens_by_its_shortest_spelling(yard: Path) -> None:
    doors = Doors()
    assert doors.open(f"{yard}/closed")
    assert doors.open(f"{yard}/nothing")
    for path in ("/link", "/up/open", "/open/out", "/open/../closed", "/open/"):
        assert refused(doors, f"{yard}{path}")
    assert refused(doors, f" {yard}/open")
    assert refused(doors, "relative")
    with pytest.raises(BundleError, match="shortest spelling"):
        doors.open(f"/{yard}/open")


@pytest.mark.parametrize("name", ["missing", "file", "nul\0"])
def test_only_directories_can_be_named(yard: Path, name: str) -> None:
    (yard / "file").write_text("x")
    with pytest.raises(BundleError) as caught:
        Doors.of([f"{yard}/{name}"])
    assert caught.value.code == "root_not_directory"
    assert str(yard) not in caught.value.message
