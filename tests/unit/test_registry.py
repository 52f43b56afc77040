"""The registry file: read with care, changed without loss, written whole or not at all."""

from __future__ import annotations

import json
import os
import stat
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from okfsearch import BundleError, InvalidRequest
from okfsearch.cli import main
from okfsearch.errors import RegistryError
from okfsearch.registry import DEEPEST, Registry, RegistryEntry, edit_registry, registry_path
from okfsearch.registry_file import LARGEST


def document(**connections: Any) -> dict[str, Any]:
    return {"schemaVersion": "1", "connections": {f"/{name}": value for name, value in connections.items()}}


def parse(data: Any) -> Registry:
    return Registry.parse(json.dumps(data).encode())


def test_entries_are_ordered_by_name() -> None:
    registry = parse(document(a={"key": "zulu", "access": "read"}, b={"key": "alfa"}))
    assert registry.entries == (RegistryEntry("alfa", "/b"), RegistryEntry("zulu", "/a"))
    assert len(registry) == 2


@pytest.mark.parametrize(
    "data",
    [
        b"", b"[]", b"3", b"null", b"{}", b"\xff", b"{", b'{"schemaVersion":"1"}', b'{"connections":{}}', b'{"schemaVersion":"2","connections":{}}',
        b'{"schemaVersion":1,"connections":{}}', b'{"schemaVersion":"1","connections":[]}', b'{"schemaVersion":"1","connections":{"/a":3}}',
        b'{"schemaVersion":"1","connections":{"/a":{}}}', b'{"schemaVersion":"1","connections":{"/a":{"key":3}}}',
        b'{"schemaVersion":"1","connections":{"/a":{"key":""}}}', b'{"schemaVersion":"1","connections":{"/a":{"key":" "}}}',
        b'{"schemaVersion":"1","connections":{"a":{"key":"relative"}}}', b'{"schemaVersion":"1","connections":{"/a":{"key":"x"},"/b":{"key":"x"}}}',
        b'{"schemaVersion":"1","connections":{"/a":{"key":"x"},"/a":{"key":"y"}}}', b'{"schemaVersion":"1","connections":{"/a\\u0000":{"key":"x"}}}',
        b'{"schemaVersion":"1","connections":{"/a":{"key":"\\ud800"}}}', b'{"schemaVersion":"1","connections":{"/a":{"key":"a\\nb"}}}',
        b'{"schemaVersion":"1","connections":{},"more":NaN}', b'{"schemaVersion":"1","connections":{},"more":1e999}',
        b'{"schemaVersion":"1","connections":{},"more":' + b"9" * 5000 + b"}", b'{"schemaVersion":"1","connections":{},"more":' + b"[" * 200_000,
        b'{"schemaVersion":"1","connections":{},"more":' + b"[" * 200_000 + b"]" * 200_000 + b"}", b" " * LARGEST + b'{"schemaVersion":"1","connections":{}}',
    ],
)  # fmt: skip
def test_anything_else_is_no_registry(data: bytes) -> None:
    with pytest.raises(RegistryError) as caught:
        Registry.parse(data)
    assert caught.value.code == "registry_invalid"


def test_unknown_fields_survive_every_change(tmp_path: Path) -> None:
    before = {**document(a={"key": "one", "access": {"mode": "ro", "since": 1.5}}), "theme": ["dark", None], "zulu": {"a": "é"}}
    path = tmp_path / "r.json"
    parse(before).add("two", "/srv/two").add("three", "/srv/three").remove("two").write(path)
    after = json.loads(path.read_text(encoding="utf-8"))
    assert after == {**before, "connections": {**before["connections"], "/srv/three": {"key": "three"}}}
    assert list(after) == list(before)


@pytest.mark.parametrize("more", ["\ud800", "\\", {"a": [1e-7, -0.0, 12345678901234567890]}, "[{" * 99, '\\"[[["'])
def test_what_others_wrote_is_written_back_as_it_was(tmp_path: Path, more: Any) -> None:
    before = {"schemaVersion": "1", "more": more, "connections": {}}
    parse(before).write(tmp_path / "r.json")
    assert json.loads((tmp_path / "r.json").read_bytes()) == before


@pytest.mark.parametrize("opening", ["[", '{"a":'])
def test_nesting_has_a_cap(tmp_path: Path, opening: str) -> None:
    closing = "]" if opening == "[" else "}"
    for depth, fits in ((DEEPEST - 1, True), (DEEPEST, False), (500, False), (3000, False)):
        data = f'{{"schemaVersion":"1","connections":{{}},"more":{opening * depth}1{closing * depth}}}'.encode()
        if fits:
            Registry.parse(data).write(tmp_path / "r.json")
            continue
        with pytest.raises(RegistryError) as caught:
            Registry.parse(data)
        assert caught.value.code == "registry_invalid"


def test_a_registry_is_a_value() -> None:
    first = Registry.of({"one": "/srv/one"})
    assert first.add("two", "/srv/two") != first == Registry.of({"one": "/srv/one"})
    assert hash(first) == hash(Registry.of({"one": "/srv/one"}))
    assert len(first.add("two", "/srv/two").remove("two")) == len(first) == 1


@pytest.mark.parametrize(
    ("key", "root", "field"),
    [("one", "/x", "key"), ("new", "/srv/one", "root"), ("new", "/srv/../srv/one", "root"), ("", "/x", "key"), ("a\nb", "/x", "key"), (3, "/x", "key"),
     ("new", "", "root"), ("new", "a\0b", "root"), ("new", b"/x", "root"), ("new", "\udcff", "root"), ("\ud800", "/x", "key")],
)  # fmt: skip
def test_what_cannot_be_added(key: Any, root: Any, field: str) -> None:
    with pytest.raises(InvalidRequest) as caught:
        Registry.of({"one": "/srv/one"}).add(key, root)
    assert caught.value.details["field"] == field


@pytest.mark.parametrize(
    ("roots", "field"),
    [({"a": "/x", "b": "/x/."}, "root"), ({"": "/x"}, "key"), ({"a": 3}, "root"), ([("a", "/x")], "roots"), ("a", "roots")],
)  # fmt: skip
def test_what_no_registry_is_made_of(roots: Any, field: str) -> None:
    with pytest.raises(InvalidRequest) as caught:
        Registry.of(roots)
    assert caught.value.details["field"] == field


def test_many_bundles_are_named_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    dumped: list[object] = []

    def counted(document: object, **_: object) -> str:
        dumped.append(document)
        return ""

    monkeypatch.setattr(json, "dumps", counted)
    assert len(Registry.of({f"b{number}": f"/srv/{number}" for number in range(50)})) == 50
    assert len(dumped) == 1


def test_find() -> None:
    registry = Registry.of({"one": "/srv/one"})
    assert (registry.find("one"), registry.find("two")) == ("/srv/one", None)


def test_a_relative_root_needs_a_working_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    with pytest.raises(BundleError) as caught:
        Registry.of({"one": "tides"})
    assert caught.value.code == "root_not_found"


def test_what_is_not_there_cannot_be_removed() -> None:
    with pytest.raises(InvalidRequest):
        Registry.of({}).remove("one")


def test_where_it_is_looked_for(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("OPENKNOWLEDGE_REGISTRY_FILE", str(tmp_path / "mine.json"))
    assert registry_path() == str(tmp_path / "mine.json")
    assert Registry.load() == Registry.of({})
    Registry.of({"one": "/srv/one"}).write()
    assert Registry.load() == Registry.load(tmp_path / "mine.json") == Registry.of({"one": "/srv/one"})
    monkeypatch.setenv("OPENKNOWLEDGE_REGISTRY_FILE", "")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    assert Path(registry_path()).name == "registry.json"
    assert "okfsearch" in Path(registry_path()).parts


def test_a_file_that_was_named_must_be_there(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "none.json", tmp_path, tmp_path / "pipe", "a\0b"):
        with pytest.raises(RegistryError) as caught:
            Registry.load(path)
        assert caught.value.code == "registry_unreadable"
        assert str(tmp_path) not in str(caught.value)


def test_a_broken_default_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "r.json").write_text("{", encoding="utf-8")
    monkeypatch.setenv("OPENKNOWLEDGE_REGISTRY_FILE", str(tmp_path / "r.json"))
    with pytest.raises(RegistryError):
        Registry.load()


def test_writing_is_whole_or_not_at_all(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "deep" / "r.json"
    Registry.of({"one": "/srv/one"}).write(path)
    before = path.read_bytes()

    def fail(*_: object) -> None:
        raise OSError

    for broken in ("fsync", "replace"):
        with monkeypatch.context() as patch:
            patch.setattr(os if broken == "fsync" else Path, broken, fail)
            with pytest.raises(RegistryError) as caught:
                Registry.of({"two": "/srv/two"}).write(path)
        assert caught.value.code == "registry_unwritable"
        assert [file.name for file in path.parent.iterdir()] == ["r.json"]
        assert path.read_bytes() == before
    assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0
    with pytest.raises(RegistryError):
        Registry.of({}).write(tmp_path / "deep" / "r.json" / "below")


def test_too_large_a_registry_is_not_written(tmp_path: Path) -> None:
    with pytest.raises(RegistryError) as caught:
        Registry.of({f"{number}{'x' * 1000}": f"/srv/{number}" for number in range(1100)}).write(tmp_path / "r.json")
    assert caught.value.code == "registry_unwritable"
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("path", [3, b"r.json", ["r.json"]])
def test_a_path_is_a_path(path: Any) -> None:
    for use in (Registry.load, Registry.of({}).write, lambda path: edit_registry(lambda registry: registry, path)):
        with pytest.raises(InvalidRequest) as caught:
            use(path)
        assert caught.value.details["field"] == "path"


def test_a_link_and_its_permissions_stay(tmp_path: Path) -> None:
    own, link = tmp_path / "own.json", tmp_path / "sub" / "r.json"
    Registry.of({}).write(own)
    assert stat.S_IMODE(own.stat().st_mode) == 0o600
    own.chmod(0o640)
    link.parent.mkdir()
    link.symlink_to(own)
    Registry.of({"one": "/srv/one"}).write(link)
    assert link.is_symlink()
    assert stat.S_IMODE(own.stat().st_mode) == 0o640
    assert Registry.load(own) == Registry.load(link) == Registry.of({"one": "/srv/one"})
    assert [path.name for path in sorted(tmp_path.rglob("*"))] == ["own.json", "sub", "r.json"]


def test_edits_at_the_same_time_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "r.json"

    def add(number: int) -> None:
        edit_registry(lambda registry: registry.add(f"b{number}", f"/srv/{number}"), path)

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(add, range(40)))
    assert len(Registry.load(path)) == 40


def test_an_edit_that_fails_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "r.json"
    edit_registry(lambda registry: registry.add("one", "/srv/one"), path)
    before = path.read_bytes()
    with pytest.raises(InvalidRequest):
        edit_registry(lambda registry: registry.add("one", "/srv/two"), path)
    assert path.read_bytes() == before
    for nowhere in (path / "below.json", "a\0b"):
        with pytest.raises(RegistryError) as caught:
            edit_registry(lambda registry: registry, nowhere)
        assert caught.value.code == "registry_unwritable"


def test_where_nothing_can_be_locked_edits_work_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fcntl", None)
    assert len(edit_registry(lambda registry: registry.add("one", "/srv/one"), tmp_path / "r.json")) == 1


class TestCommandLine:
    @pytest.fixture
    def run(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsysbinary: Any) -> Any:
        monkeypatch.setenv("OPENKNOWLEDGE_REGISTRY_FILE", str(tmp_path / "r.json"))
        (tmp_path / "tides").mkdir()
        (tmp_path / "tides" / "a.md").write_text("# Neap tide\n\nTwice a month.\n", encoding="utf-8")
        monkeypatch.chdir(tmp_path)

        def run(*arguments: str) -> tuple[int, str, str]:
            status = main(arguments)
            said = capsysbinary.readouterr()
            return status, said.out.decode(), said.err.decode()

        return run

    def test_add_list_remove(self, run: Any, tmp_path: Path) -> None:
        assert run("registry", "list") == (0, "No bundles.\n", "")
        assert run("registry", "add", "tides") == (0, "Added tides.\n", "")
        assert run("registry", "add", "elsewhere", "--key", "other\tone")[0] == 2
        assert run("registry", "add", "elsewhere", "--key", "other") == (0, "Added other.\n", "")
        assert run("registry", "list")[1] == f"other\t{tmp_path}/elsewhere\ntides\t{tmp_path}/tides\n"
        assert json.loads(run("registry", "list", "--json")[1])[1] == {"key": "tides", "root": f"{tmp_path}/tides"}
        assert run("registry", "add", "tides")[0] == 2
        assert run("registry", "remove", "other") == (0, "Removed other.\n", "")
        assert run("registry", "remove", "other")[0] == 2

    def test_a_file_of_ones_own(self, run: Any) -> None:
        assert run("registry", "add", "tides", "--registry", "own.json")[0] == 0
        assert run("registry", "add", "tides", "--registry", "own.json", "--key", "again")[0] == 2
        assert run("registry", "list")[1] == "No bundles.\n"
        assert run("context", "--all", "neap", "--registry", "own.json", "--matches")[1].splitlines()[5:6] == ["Matches: 1"]
        assert run("registry", "list", "--registry", "none.json")[0] == 1

    def test_search_all(self, run: Any) -> None:
        run("registry", "add", "tides")
        run("registry", "add", "gone")
        status, output, errors = run("context", "--all", "neap", "tide", "--format", "json")
        assert (status, errors) == (0, "")
        data = json.loads(output)
        assert [base["status"] for base in data["knowledgeBases"]] == ["error", "ok"]
        assert [one["knowledgeBase"] for one in data["sources"]] == ["tides"]
        run("registry", "remove", "tides")
        assert run("context", "--all", "neap") == (
            1, "", 'error: all_bundles_failed: No bundle of the registry could be searched.\n  "gone": root_not_found\n',
        )  # fmt: skip

    @pytest.mark.parametrize(
        "words",
        [
            "tides --matches neap tide", "tides neap tide --matches", "--matches --limit 2 tides neap tide", "--all neap tide",
            "--matches --all neap tide", "neap tide --all", "neap --all tide", "neap --all --matches tide --limit 3",
        ],
    )  # fmt: skip
    def test_options_stand_anywhere(self, run: Any, words: str) -> None:
        status, output, _ = run("context", *words.split())
        assert (status, output.splitlines()[2]) == (0, "Query: neap tide")

    def test_one_word_is_a_query_for_all(self, run: Any) -> None:
        for words in ("--all neap", "neap --all", "--all --matches neap", "--all neap --processes 2"):
            assert run("context", *words.split())[1].splitlines()[2] == "Query: neap"

    def test_a_bundle_may_be_called_by_its_name(self, run: Any, tmp_path: Path) -> None:
        run("registry", "add", "tides", "--key", "water")
        by_name = run("context", "water", "neap", "--matches")
        assert by_name == run("context", f"{tmp_path}/tides", "neap", "--matches")
        assert by_name[0] == 0
        # What is there goes before what is called so, and a path is never a name.
        (tmp_path / "water").mkdir()
        assert "Matches: 0" in run("context", "water", "neap", "--matches")[1]
        for name in ("./waters", "waters", "."):
            assert run("context", name, "neap")[0] == (0 if name == "." else 1)

    def test_wrong_usage(self, run: Any) -> None:
        for arguments in (
            ("tides",),
            ("--all",),
            ("tides", "neap", "--registry", "own.json"),
            ("tides", "neap", "--processes", "2"),
            ("--all", "neap", "--processes", "0"),
            ("--all", "neap", "--matches", "--budget", "3"),
        ):
            status, output, errors = run("context", *arguments)
            assert (status, output) == (2, "")
            assert errors.startswith("error: schema_validation: ")
