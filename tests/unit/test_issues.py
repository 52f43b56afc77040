"""Issues: their order, and how many a result carries."""

from __future__ import annotations

from okfsearch.issues import ISSUE_CODES, SHOWN_ISSUES, Issue, shorten_issues, sort_issues


def test_errors_come_first_then_paths_then_lines() -> None:
    issues = [
        Issue.of("symlink_skipped", "a.md"),
        Issue.of("duplicate_key", "b.md", 9),
        Issue.of("duplicate_key", "b.md", 3),
        Issue.of("duplicate_key", "a.md"),
        Issue.of("unreadable", "z.md"),
    ]
    assert [(issue.severity, issue.path, issue.line) for issue in sort_issues(issues)] == [
        ("error", "z.md", None),
        ("warning", "a.md", None),
        ("warning", "b.md", 3),
        ("warning", "b.md", 9),
        ("info", "a.md", None),
    ]


def test_a_note_follows_the_sentence() -> None:
    issue = Issue.of("invalid_encoding", "a.md", note="Byte 7.")
    assert issue.message == "The file is not valid UTF-8. Byte 7."
    assert all(sentence.endswith(".") for _, sentence in ISSUE_CODES.values())


def test_many_issues_end_with_a_count_of_the_rest() -> None:
    issues = [Issue.of("unreadable", f"{n:04}.md") for n in range(SHOWN_ISSUES + 5)]
    assert shorten_issues(issues[:SHOWN_ISSUES]) == tuple(issues[:SHOWN_ISSUES])
    shown = shorten_issues(reversed(issues))
    assert shown[:-1] == tuple(issues[:SHOWN_ISSUES])
    assert (shown[-1].code, shown[-1].message) == ("further_issues", "Only the first issues are shown. There are 5 more.")
