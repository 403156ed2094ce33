"""Is an article file read as its editor meant it, is each fault named in its place, and can no prose do harm?"""

from __future__ import annotations

import html
from html.parser import HTMLParser
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from faq.findings import Code
from faq.markdown import render, take_apart
from faq.records import KEYS, Applies, Article, Reading, Text, hash_of_german, parse_article, read_article
from tests.conftest import QUESTION, RULING, record_text

# --- reading ---------------------------------------------------------------------------------------


def test_a_record_says_what_its_file_says() -> None:
    more = "cards: [Spion]\nrestates: [112.S.b]\nsource: {page: 7}\n"
    article = parse_article(record_text("112.S.a", more=more, body="Weil.\n\n## English\n\nBecause.\n"), "a.md")
    record = article.record
    assert record is not None
    assert (record.id, record.book, record.kind, record.adjudicable) == ("112.S.a", "encyclopaedia", "rule-question", True)
    assert record.question == Text(QUESTION, "May a spy search twice?")
    assert record.ruling == Text(RULING, "No, a spy searches once.")
    assert record.applies == Applies("kartenspiel")
    assert record.body == Text("Weil.", "Because.")
    assert (record.cards, record.restates, record.page) == (("Spion",), ("112.S.b",), 7)
    assert (article.id, article.findings) == ("112.S.a", ())


def test_what_a_record_applies_to() -> None:
    where = "kartenspiel\n  variants: [turnierspiel]\n  sets: [basis]\n  from: 1999\n  until: 2003"
    record = parse_article(record_text("112.S.a", game=where), "a.md").record
    assert record is not None
    assert record.applies == Applies("kartenspiel", ("turnierspiel",), ("basis",), 1999, 2003)


def test_the_readings_of_an_open_question() -> None:
    more = (
        "readings:\n- {letter: a, de: Ja., en: 'Yes.', sources: [112.S.a]}\n- {letter: b, de: Nein., en: 'No.'}\npreferred: b\n"
    )
    record = parse_article(record_text("OFFEN.1", kind="open-question", more=more), "a.md").record
    assert record is not None
    assert record.readings == (Reading("a", Text("Ja.", "Yes."), ("112.S.a",)), Reading("b", Text("Nein.", "No."), ()))
    assert record.preferred == "b"


@pytest.mark.parametrize(("lang", "expected"), [("de", "Ja."), ("en", "Yes."), ("fr", "Ja.")])
def test_a_text_speaks_the_language_asked_for(lang: str, expected: str) -> None:
    assert Text("Ja.", "Yes.").get(lang) == expected
    assert Text("Ja.").get(lang) == "Ja."


@pytest.mark.parametrize(
    ("body", "german", "english"),
    [
        ("Nur deutsch.\n", "Nur deutsch.", None),
        ("Deutsch.\n\n# English\n\nEnglish.\n", "Deutsch.", "English."),
        ("Deutsch.\n\n### English ###\nEnglish.\n", "Deutsch.", "English."),
        ("Deutsch.\n\nEnglish\n=======\n\nEnglish.\n", "Deutsch.", "English."),
        ("Deutsch.\n\n## English\n", "Deutsch.", None),
        ("Eins.\n\n## Zwei\n\nDrei.\n\n## English\n\nOne.\n\n## Two\n", "Eins.\n\n## Zwei\n\nDrei.", "One.\n\n## Two"),
        ("```\n## English\n```\nDeutsch.\n", "```\n## English\n```\nDeutsch.", None),
        ("## Englisch\n\nDeutsch.\n", "## Englisch\n\nDeutsch.", None),
        ("Eine\u2028Zeile.\n\n## English\n\nEnglish.\n", "Eine\u2028Zeile.", "English."),
        ("Neue\x0cSeite.\n\n## English\n\nEnglish.\n", "Neue\x0cSeite.", "English."),
    ],
    ids=["none", "title", "closed", "underlined", "empty", "other headings", "in code", "in German", "U+2028", "form feed"],
)
def test_the_english_stands_below_its_heading(body: str, german: str, english: str | None) -> None:
    article = parse_article(record_text("112.S.a", body=body), "a.md")
    assert article.record is not None
    assert article.record.body == Text(german, english)


@pytest.mark.parametrize(
    ("place", "text"),
    [
        ("question", record_text("112.S.b", question="Gilt 112.S.a?")),
        ("ruling", record_text("112.S.b", ruling="Wie in 112.S.a.")),
        ("body", record_text("112.S.b", body="Eins.\nZwei, siehe 112.S.a.\n")),
        ("body", record_text("112.S.b", body="\n\nEins.\nZwei, siehe 112.S.a.\n")),
        ("body.en", record_text("112.S.b", body="Deutsch.\n\n## English\nSee 112.S.a.\n")),
        ("body.en", record_text("112.S.b", body="Deutsch.\n\n## English\n\n\nOne.\nSee 112.S.a.\n")),
        ("restates", record_text("112.S.b", more="restates: [112.S.a]\n")),
        ("readings", record_text("112.S.b", more="readings: [{letter: a, de: Ja, en: 'Yes', sources: [112.S.a]}]\n")),
    ],
    ids=[
        "question",
        "ruling",
        "body",
        "body after blank lines",
        "English",
        "English after blank lines",
        "restates",
        "readings",
    ],
)
def test_a_reference_is_placed_on_its_line(place: str, text: str) -> None:
    (placed,) = parse_article(text, "a.md").references
    line = next(number for number, line in enumerate(text.split("\n"), 1) if "112.S.a" in line)
    assert (placed.reference.target, placed.field, placed.line) == ("112.S.a", place, line)


# --- faults ----------------------------------------------------------------------------------------

FAULTS: dict[str, tuple[str, str, Code, int]] = {
    "no id": ("id: 112.S.a\n", "", Code.MISSING_KEY, 1),
    "empty id": ("id: 112.S.a", 'id: ""', Code.MISSING_KEY, 2),
    "id is a list": ("id: 112.S.a", "id: [112.S.a]", Code.WRONG_VALUE, 2),
    "no kind": ("kind: rule-question\n", "", Code.MISSING_KEY, 1),
    "unknown kind": ("rule-question", "riddle", Code.WRONG_VALUE, 3),
    "no adjudicable": ("adjudicable: true\n", "", Code.MISSING_KEY, 1),
    "adjudicable is a word": ("adjudicable: true", "adjudicable: perhaps", Code.WRONG_VALUE, 4),
    "question without languages": (
        f"question:\n  de: {QUESTION}\n  en: May a spy search twice?",
        f"question: {QUESTION}",
        Code.MISSING_KEY,
        5,
    ),
    "question without German": (f"  de: {QUESTION}\n", "", Code.MISSING_LANGUAGE, 5),
    "question without English": ("  en: May a spy search twice?\n", "", Code.MISSING_LANGUAGE, 5),
    "empty English": ("en: No, a spy searches once.", 'en: ""', Code.MISSING_LANGUAGE, 10),
    "German is a number": (f"de: {RULING}", "de: 3", Code.MISSING_LANGUAGE, 9),
    "no reasoning": ("So steht es auf der Karte.\n", "", Code.MISSING_LANGUAGE, 1),
    "no applies": ("applies:\n  game: kartenspiel\n", "", Code.MISSING_KEY, 1),
    "applies is a word": ("applies:\n  game: kartenspiel", "applies: kartenspiel", Code.MISSING_KEY, 11),
    "unknown game": ("game: kartenspiel", "game: schach", Code.WRONG_VALUE, 12),
    "unknown key in applies": ("game: kartenspiel", "game: kartenspiel\n  since: 1999", Code.UNKNOWN_KEY, 13),
    "variant of another game": ("game: kartenspiel", "game: kartenspiel\n  variants: [themenspiel]", Code.WRONG_VALUE, 13),
    "variants are no list": ("game: kartenspiel", "game: kartenspiel\n  variants: grundspiel", Code.WRONG_VALUE, 13),
    "year is a word": ("game: kartenspiel", "game: kartenspiel\n  from: bald", Code.WRONG_VALUE, 13),
    "year before the game": ("game: kartenspiel", "game: kartenspiel\n  until: 1800", Code.WRONG_VALUE, 13),
    "unknown key": ("kind:", "colour: red\nkind:", Code.UNKNOWN_KEY, 3),
    "cards are no list": ("kind:", "cards: Spion\nkind:", Code.WRONG_VALUE, 3),
    "a card is a number": ("kind:", "cards: [1]\nkind:", Code.WRONG_VALUE, 3),
    "restates is no list": ("kind:", "restates: 112.S.b\nkind:", Code.WRONG_VALUE, 3),
    "readings are a number": ("kind:", "readings: 5\nkind:", Code.WRONG_VALUE, 3),
    "a reading is a word": ("kind:", "readings: [ja]\nkind:", Code.WRONG_VALUE, 3),
    "a reading without text": ("kind:", "readings: [{letter: a}]\nkind:", Code.WRONG_VALUE, 3),
    "sources are no list": (
        "kind:",
        "readings: [{letter: a, de: Ja, en: 'Yes', sources: 112.S.b}]\nkind:",
        Code.WRONG_VALUE,
        3,
    ),
    "a source is a list": ("kind:", "readings: [{letter: a, de: Ja, en: 'Yes', sources: [[1]]}]\nkind:", Code.WRONG_VALUE, 3),
    "prefers what is no reading": ("kind:", "preferred: c\nkind:", Code.WRONG_VALUE, 3),
    "page is a word": ("kind:", "source: {page: sieben}\nkind:", Code.WRONG_VALUE, 3),
    "colon in a text": (f"de: {RULING}", "de: Nein: nie", Code.BROKEN_FRONT_MATTER, 9),
    "tab for indentation": (f"  de: {RULING}", f"\tde: {RULING}", Code.BROKEN_FRONT_MATTER, 9),
    "quote never closed": (f"de: {RULING}", 'de: "Nein', Code.BROKEN_FRONT_MATTER, 0),
    "front matter never closed": ("---\nSo steht", "So steht", Code.BROKEN_FRONT_MATTER, 1),
    "no front matter": ("---\nid", "id", Code.BROKEN_FRONT_MATTER, 1),
    "impossible date": ("kind:", "source: 2003-02-30\nkind:", Code.BROKEN_FRONT_MATTER, 0),
}  # a line of 0: somewhere within the file


@pytest.mark.parametrize(("old", "new", "code", "line"), FAULTS.values(), ids=FAULTS)
def test_a_fault_is_found_in_its_place(old: str, new: str, code: Code, line: int) -> None:
    faultless = record_text("112.S.a")
    assert faultless.count(old) == 1
    article = parse_article(faultless.replace(old, new), "a.md")
    assert [(finding.file, finding.code) for finding in article.findings] == [("a.md", code)]
    (finding,) = article.findings
    assert finding.line == line or (line == 0 and 1 <= finding.line <= faultless.count("\n") + 2)
    assert finding.message


def test_all_faults_of_a_file_are_found_at_once() -> None:
    text = record_text("112.S.a", kind="riddle", game="schach", more="colour: red\n", body="")
    found = parse_article(text, "a.md").findings
    assert [finding.code for finding in found] == [
        Code.UNKNOWN_KEY,
        Code.WRONG_VALUE,
        Code.WRONG_VALUE,
        Code.MISSING_LANGUAGE,
    ]


@pytest.mark.parametrize("text", ["id: 112.S.a\nkind: [", "kind: a: b\nid: '112.S.a'"])
def test_a_broken_file_still_tells_its_id(text: str) -> None:
    article = parse_article(f"---\n{text}\n---\nWeil.\n", "a.md")
    assert (article.id, article.record) == ("112.S.a", None)


@pytest.mark.parametrize("content", [b"---\nid: \xe4\n---\n", b"\xff\xfe-\x00"], ids=["Latin-1", "UTF-16"])
def test_a_file_that_is_not_utf8_is_reported(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "a.md"
    path.write_bytes(content)
    (finding,) = read_article(path, "a.md").findings
    assert (finding.code, finding.line) == (Code.UNREADABLE, 1)
    assert "UTF-8" in finding.message


def test_a_file_that_is_not_there_is_reported(tmp_path: Path) -> None:
    (finding,) = read_article(tmp_path / "a.md", "a.md").findings
    assert finding.code == Code.UNREADABLE


def test_line_ends_of_windows_make_no_difference(tmp_path: Path) -> None:
    text = record_text("112.S.a", body="Weil.\n\n## English\n\nBecause.\n")
    path = tmp_path / "a.md"
    path.write_bytes(text.replace("\n", "\r\n").encode())
    assert read_article(path, "a.md") == parse_article(text, "a.md")


HOSTILE_YAML = [
    "a: 2003-13-45", "a: 0b_", "a: !!int x", "a: !!float x", "a: !!bool x", "a: !!timestamp x", "a: &a {b: *a}", "a: &a [*a]",
    "!!set {a, b}", "a: " + "1" * 5000, "? [a]\n: b", "<<: 5", "a: \x07", "a: !!python/object:os.system x", "- a", "a", "", "{",
    "1: 2", "null: null", "id: {}", "applies: {1: 2}", "question: {de: [], en: {}}", "readings: {a: b}", "source: [1]",
]  # fmt: skip


def survives(text: str) -> Article:
    """Read a file and look at all that was made of it."""
    article = parse_article(text, "a.md")
    assert article.record is not None or article.findings, "neither a record nor a reason why there is none"
    assert all(finding.line >= 1 for finding in article.findings)
    assert all(isinstance(placed.reference.target, str) for placed in article.references)
    return article


@pytest.mark.parametrize("front_matter", HOSTILE_YAML, ids=lambda text: repr(text[:30]))
def test_no_front_matter_stops_the_reading(front_matter: str) -> None:
    assert survives(f"---\n{front_matter}\n---\nWeil.\n").findings


@given(st.text())
def test_no_text_stops_the_reading(text: str) -> None:
    survives(text)


@given(st.text(), st.text())
def test_no_text_within_the_fences_stops_the_reading(front_matter: str, body: str) -> None:
    survives(f"---\n{front_matter}\n---\n{body}")


SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.dates()
VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(("de", "en", "game", "letter", "sources", "page", "from")), inner, max_size=4)
    ),
    max_leaves=8,
)


@settings(max_examples=200)
@given(st.dictionaries(st.sampled_from(KEYS), VALUES, max_size=2))
def test_no_value_of_any_key_stops_the_reading(changes: dict[str, object]) -> None:
    front = yaml.safe_load(record_text("112.S.a").split("---")[1]) | changes
    survives(f"---\n{yaml.safe_dump(front, allow_unicode=True)}---\nWeil.\n")


# --- German and English ----------------------------------------------------------------------------


def test_the_hash_ties_the_english_to_the_german() -> None:
    record = parse_article(record_text("112.S.a"), "a.md").record
    assert record is not None
    assert record.english_of == record.german_hash == hash_of_german(QUESTION, RULING)


@pytest.mark.parametrize(("question", "ruling"), [(QUESTION + "?", RULING), (QUESTION, RULING + "!"), (RULING, QUESTION)])
def test_other_german_has_another_hash(question: str, ruling: str) -> None:
    assert hash_of_german(question, ruling) != hash_of_german(QUESTION, RULING)


GERMAN = st.text(st.characters(exclude_categories=["C"]), min_size=1).filter(lambda text: text.strip())


@given(GERMAN, GERMAN)
def test_the_hash_of_a_file_is_the_hash_of_its_words(question: str, ruling: str) -> None:
    """However YAML quotes and folds them; blanks around a text do not count."""
    front = yaml.safe_load(record_text("112.S.a").split("---")[1])
    front["question"]["de"], front["ruling"]["de"] = question, ruling
    article = parse_article(f"---\n{yaml.safe_dump(front, allow_unicode=True)}---\nWeil.\n", "a.md")
    assert article.record is not None
    assert article.record.german_hash == hash_of_german(question, f" {ruling}\n")


@given(GERMAN)
def test_german_prose_comes_through_unchanged(body: str) -> None:
    parts = take_apart(f"---\nid: 112.S.a\n---\nWeil {body} gilt.\n")
    assert (parts.german, parts.english) == (f"Weil {body} gilt.", None)


# --- safe HTML -------------------------------------------------------------------------------------

TAGS = {
    "a", "blockquote", "br", "code", "em", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "li", "ol", "p", "pre", "strong",
    "table", "tbody", "td", "th", "thead", "tr", "ul",
}  # fmt: skip
ATTRIBUTES = {"href", "title", "class", "start", "style"}


class Page(HTMLParser):
    """What a browser makes of HTML: elements, attributes, visible text."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: list[tuple[str, str]] = []
        self.text = ""
        self.feed(source)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes += [(name, value or "") for name, value in attrs]

    def handle_data(self, data: str) -> None:
        self.text += data


def scheme_of(address: str) -> str:
    """The scheme as a browser sees it, which forgives blanks and control characters."""
    plain = "".join(letter for letter in html.unescape(address) if letter > " ")
    head = plain.partition(":")[0].lower() if ":" in plain else ""
    return head if head.replace("+", "").replace("-", "").replace(".", "").isalnum() else ""


def harmless(source: str) -> Page:
    """The page that the prose becomes, after a look at everything that could run or load."""
    made = render(source)
    page = Page(made)
    assert "<script" not in made.lower()
    assert page.tags <= TAGS
    assert {name for name, _ in page.attributes} <= ATTRIBUTES
    for name, value in page.attributes:
        assert name != "href" or scheme_of(value) not in ("javascript", "vbscript", "file"), value
        assert name != "href" or scheme_of(value) != "data" or value.startswith("data:image/"), value
        assert name != "style" or value.startswith("text-align:"), value
    return page


HOSTILE_PROSE = {
    "script": "<script>alert(1)</script>",
    "script in capitals": "<SCRIPT SRC=//evil.example/x.js></SCRIPT>",
    "script in a paragraph": "Der Spion <script>alert(1)</script> sucht.",
    "script in a list": "- <script>alert(1)</script>",
    "script in a table": "| a |\n|---|\n| <script>alert(1)</script> |",
    "script in a heading": "# <script>alert(1)</script>",
    "script after a comment": "<!-- --><script>alert(1)</script>",
    "event handler": "<img src=x onerror=alert(1)>",
    "event handler on a block": "<div onclick='alert(1)'>hier</div>",
    "drawing": "<svg/onload=alert(1)>",
    "frame": '<iframe src="https://evil.example"></iframe>',
    "style": "<style>body{display:none}</style>",
    "form": '<form action="https://evil.example"><input name=a></form>',
    "meta": '<meta http-equiv="refresh" content="0;url=https://evil.example">',
    "link with javascript": "[hier](javascript:alert(1))",
    "link with JavaScript in capitals": "[hier](JaVaScRiPt:alert(1))",
    "link in angle brackets": "<javascript:alert(1)>",
    "link with vbscript": "[hier](vbscript:msgbox)",
    "link to a file": "[hier](file:///etc/passwd)",
    "link with a page in it": "[hier](data:text/html,alert)",
}


@pytest.mark.parametrize("source", HOSTILE_PROSE.values(), ids=HOSTILE_PROSE)
def test_hostile_prose_comes_out_as_text(source: str) -> None:
    """Nothing runs, nothing is loaded, and the reader sees what was written."""
    page = harmless(source)
    core = source.split("|\n| ")[-1].removesuffix(" |").removeprefix("- ").removeprefix("# ")
    assert core in page.text


@pytest.mark.parametrize(
    "source",
    [
        "[hier](&#106;avascript:alert(1))",
        "[hier](java\nscript:alert(1))",
        "[hier](<java\tscript:alert(1)>)",
        "[hier](\x01javascript:alert(1))",
        "[hier][x]\n\n[x]: javascript:alert(1)",
        '[hier](https://catan.example "\\" onmouseover=\\"alert(1)")',
        "[hier](https://catan.example/\"onmouseover='alert(1)')",
        '```"><script>alert(1)</script>\nx\n```',
        "`<script>`",
        "    <script>alert(1)</script>",
        "&lt;script&gt;alert(1)&lt;/script&gt;",
        "<scr<script>ipt>",
        "<a href='javascript:alert(1)'>hier</a>",
    ],
)
def test_no_disguise_helps(source: str) -> None:
    harmless(source)


@pytest.mark.parametrize(
    "source", ["![Bild](https://evil.example/x.png)", "![Bild](data:image/png;base64,AAAA)", "![x][y]\n\n[y]: /z"]
)
def test_images_are_not_loaded(source: str) -> None:
    assert "img" not in harmless(source).tags


@pytest.mark.parametrize(
    ("source", "made"),
    [
        ("Der **Spion** sucht.", "<p>Der <strong>Spion</strong> sucht.</p>\n"),
        ("[hier](https://catan.example)", '<p><a href="https://catan.example">hier</a></p>\n'),
        ("3 < 4 & 5", "<p>3 &lt; 4 &amp; 5</p>\n"),
        ("---\nSpion\n---\nsucht", "<hr />\n<h2>Spion</h2>\n<p>sucht</p>\n"),
    ],
    ids=["bold", "link", "signs", "rule at the beginning"],
)
def test_honest_prose_is_rendered(source: str, made: str) -> None:
    assert render(source) == made


PIECES = (
    "<script>", "</script>", "<img src=x onerror=", "<a href=", "javascript:", "JAVASCRIPT:", "data:text/html,", " onload=",
    "[", "](", ")", "![", "`", "```", "\n", "\n\n", "|", "|---|", "&#106;", "&lt;", "<", ">", '"', "'", "\\", "    ", "[a]: ",
    "- ", "# ", "> ", "<!--", "-->", "<![CDATA[", "x", " ", "\t", "\x01", "https://catan.example",
)  # fmt: skip


@settings(max_examples=400)
@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=4), max_size=20).map("".join))
def test_no_prose_becomes_html_that_can_run(source: str) -> None:
    harmless(source)
