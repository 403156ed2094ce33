"""How do answers look on a terminal? Plain text from the rows of `lookup` and `search`, German or English."""

from __future__ import annotations

import os
import re
import sys
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

Row = Mapping[str, Any]

WORDS = {
    "de": {
        "applies": "Gilt für", "cards": "Karten", "restates": "Wie auch in", "out": "Verweist auf",
        "in": "Wird genannt in", "source": "Quelle", "page": "S.", "errata": "Im Original", "means": "gemeint ist",
        "nothing": "führt ins Leere", "changes": "Änderung", "before": "vorher", "after": "seither", "since": "ab",
        "until": "bis", "hits": "Treffer", "hit": "Treffer", "none": "Nichts gefunden.", "suggestion": "Meinten Sie",
        "section": "Abschnitt", "unknown": "nicht in den Quellen", "copies": "Anzahl", "sets": "Set", "cost": "Kosten",
        "points": "Punkte", "condition": "Bedingung", "effect": "Wirkung", "place": "Ort", "unique": "einmalig",
        "immune": "immun gegen", "extra": "außerdem", "class": "Art", "also": "auch genannt", "articles": "Regelungen",
        "confidence": "Verlässlichkeit", "free": "kostenlos", "no_cost": "entfällt", "yes": "ja", "no": "nein",
        "see": "siehe", "no_year": "ohne Jahr", "preferred": "vorgezogen", "via": "über", "records": "Einträge",
    },
    "en": {
        "applies": "Applies to", "cards": "Cards", "restates": "As also in", "out": "Refers to",
        "in": "Referred to by", "source": "Source", "page": "p.", "errata": "In the original", "means": "meaning",
        "nothing": "leads nowhere", "changes": "Change", "before": "before", "after": "since then", "since": "from",
        "until": "until", "hits": "hits", "hit": "hit", "none": "Nothing found.", "suggestion": "Did you mean",
        "section": "Section", "unknown": "not in the sources", "copies": "copies", "sets": "set", "cost": "cost",
        "points": "points", "condition": "condition", "effect": "effect", "place": "place", "unique": "unique",
        "immune": "immune to", "extra": "further", "class": "class", "also": "also called", "articles": "Rulings",
        "confidence": "confidence", "free": "free", "no_cost": "none", "yes": "yes", "no": "no", "see": "see",
        "no_year": "no year", "preferred": "preferred", "via": "via", "records": "records",
    },
}  # fmt: skip
CLASSES = {
    "angriffs-aktion": {"de": "Angriffs-Aktion", "en": "attack action"},
    "neutrale-aktion": {"de": "neutrale Aktion", "en": "neutral action"},
    "schutz-aktion": {"de": "Schutz-Aktion", "en": "protection action"},
    "aktion": {"de": "Aktionskarte", "en": "action card"},
    "zauber-aktion": {"de": "Zauberaktion", "en": "magic action"},
    "ritter": {"de": "Einheit: Ritter", "en": "unit: knight"},
    "flotte": {"de": "Einheit: Flotte", "en": "unit: fleet"},
    "handelsflotte": {"de": "Einheit: Handelsflotte", "en": "unit: trade fleet"},
    "drache": {"de": "Einheit: Drache", "en": "unit: dragon"},
    "einheit": {"de": "Einheit", "en": "unit"},
    "held": {"de": "Einheit: Held", "en": "unit: hero"},
    "handelsschiff": {"de": "Einheit: Handelsschiff", "en": "unit: trade ship"},
    "schiff": {"de": "Einheit: Schiff", "en": "unit: ship"},
    "weiser": {"de": "Einheit: Weiser", "en": "unit: sage"},
    "gebaeude": {"de": "Gebäude", "en": "building"},
    "zauberbuch": {"de": "Zauberbuch", "en": "spell book"},
    "zauberer": {"de": "Zauberer", "en": "wizard"},
    "besonderer-ort": {"de": "Besonderer Ort", "en": "special place"},
    "zaehlkarte": {"de": "Zählkarte", "en": "counter card"},
    "zentralkarte": {"de": "Zentralkarte", "en": "central card"},
    "landschaft": {"de": "Landschaft", "en": "landscape"},
    "meerkarte": {"de": "Meerkarte", "en": "sea card"},
    "ereignis": {"de": "Ereigniskarte", "en": "event card"},
    "wuerfelereignis": {"de": "Würfelereignis", "en": "event of the die"},
    "entwicklungskarte": {"de": "Entwicklungskarte", "en": "development card"},
    "spielstein": {"de": "Spielstein", "en": "token"},
    "wuerfel": {"de": "Würfel", "en": "die"},
    "unbekannt": {"de": "nicht in den Quellen", "en": "not in the sources"},
}
GAMES = {
    "kartenspiel": {"de": "Kartenspiel (alt)", "en": "card game (old)"},
    "duell": {"de": "Das Duell", "en": "Das Duell (modern)"},
    "dreispieler": {"de": "Kartenspiel zu dritt", "en": "card game for three"},
    "brettspiel": {"de": "Brettspiel", "en": "board game"},
    "sternenschiff": {"de": "Sternenschiff Catan", "en": "Starship Catan"},
}
NARROWEST, WIDEST = 30, 96
WITHOUT_COST = {"ereignis", "wuerfelereignis", "landschaft", "meerkarte", "spielstein", "wuerfel", "entwicklungskarte"}


class Page:
    """Writes lines for one reader: language, width and, on a terminal, bold type."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self.words = WORDS[lang]
        terminal = sys.stdout.isatty()
        self.styled = terminal and not os.environ.get("NO_COLOR")
        columns = os.get_terminal_size().columns if terminal else WIDEST
        self.width = max(NARROWEST, min(columns or WIDEST, WIDEST))

    def text(self, pair: Row | None) -> str:
        """A text in the reader's language, or in German where there is none."""
        return str((pair or {}).get(self.lang) or (pair or {}).get("de") or "")

    def bold(self, text: str) -> str:
        return f"\033[1m{text}\033[0m" if self.styled else text

    def wrapped(self, text: str, indent: str = "", first: str | None = None) -> list[str]:
        start = indent if first is None else first
        return textwrap.wrap(text, self.width, initial_indent=start, subsequent_indent=indent, break_on_hyphens=False)

    def marked(self, snippet: str) -> str:
        """A snippet with its hits in bold, or between asterisks where there is no bold."""
        return re.sub(r"\*\*(.+?)\*\*", lambda hit: self.bold(hit[1]) if self.styled else f"*{hit[1]}*", snippet)


def record(row: Row, page: Page) -> Iterator[str]:
    """One record, the ruling first."""
    words = page.words
    yield page.bold(f"{row['id']}  {page.text(row['question'])}")
    yield ""
    yield from page.wrapped(page.text(row["ruling"]), "  ")
    yield ""
    yield from _body(page.text(row["body"]), page)
    if row.get("readings"):
        yield ""
        for reading in row["readings"]:
            mark = f" ({words['preferred']})" if reading["letter"] == row["preferred"] else ""
            sources = f" [{', '.join(reading['sources'])}]" if reading["sources"] else ""
            yield from page.wrapped(f"{page.text(reading)}{sources}{mark}", "     ", f"  {reading['letter']}) ")
    yield ""
    yield from _details(row, page)


def _details(row: Row, page: Page) -> Iterator[str]:
    words = page.words
    details = {
        "applies": _applies(row["applies"], page),
        "cards": ", ".join(row["cards"]),
        "restates": ", ".join(row["restates"]),
        "out": ", ".join(_target(ref, words) for ref in row["refs"]["out"]),
        "in": ", ".join(ref["id"] for ref in row["refs"]["in"]),
        "source": row["source"]["title"] + (f", {words['page']} {row['source']['page']}" if row["source"]["page"] else ""),
    }
    width = max(len(words[key]) for key in details)
    for key, value in details.items():
        if value:
            yield from page.wrapped(value, " " * (width + 2), f"{words[key]:<{width}}  ")
    yield from _errata(row["errata"], page)
    for change in row["changes"]:
        yield from page.wrapped(_change_line(change, page), "  ", f"{words['changes']}: ")


def _target(ref: Row, words: Row) -> str:
    clause = f" {ref['clause']})" if ref.get("clause") else ""
    return f"{ref['id']}{clause}" + ("" if ref["exists"] else f" ({words['nothing']})")


def _applies(applies: Row, page: Page) -> str:
    parts = [page.text(GAMES[applies["game"]]), *applies["variants"], *applies["sets"]]
    for key, word in (("from", "since"), ("until", "until")):
        if applies[key]:
            parts.append(f"{page.words[word]} {applies[key]}")
    return ", ".join(parts)


def _body(text: str, page: Page) -> Iterator[str]:
    """Markdown stays readable as it is: paragraphs are wrapped, lists and tables are left alone."""
    for block in text.split("\n\n"):
        if block.startswith(("|", "-", "#", ">")) or re.match(r"\d+\.|[a-z]\)", block):
            for line in block.splitlines():
                yield from [line] if line.startswith("|") else page.wrapped(line, "  ", "")
        else:
            yield from page.wrapped(" ".join(block.split()))
        yield ""


def _errata(errata: Iterable[Row], page: Page) -> Iterator[str]:
    for erratum in errata:
        meaning = f"{page.words['means']} {erratum['means']}" if erratum["means"] else page.words["nothing"]
        line = f"{page.words['errata']}: „{erratum['printed']}“, {meaning}. {page.text(erratum['reason'])}"
        yield from page.wrapped(line, "  ", "")


def heading(row: Row, page: Page) -> Iterator[str]:
    """A section or chapter with its records."""
    yield page.bold(f"{row['id']}  {page.text(row['title'])}")
    if row["note"]:
        yield from page.wrapped(page.text(row["note"]), "  ")
    yield ""
    yield from _errata(row["errata"], page)
    yield from rulings(row["articles"], page)


def rulings(rows: Iterable[Row], page: Page) -> Iterator[str]:
    """A list of records: id and question, then the ruling."""
    for row in rows:
        yield from page.wrapped(page.text(row["question"]), "    ", f"{page.bold(row['id'])}  ")
        yield from page.wrapped(page.text(row["ruling"]), "    ")


def found(result: Row, page: Page) -> Iterator[str]:
    """Search hits."""
    words = page.words
    if result["suggestion"]:
        yield f"{words['suggestion']} „{result['suggestion']}“?"
    for section in result["sections"]:
        yield f"{words['section']} {section['id']}  {page.text(section['title'])}  (catanica show {section['id']})"
    if not result["hits"]:
        yield words["none"]
        return
    for hit in result["hits"]:
        game = page.text(GAMES[hit["game"]])
        yield from page.wrapped(f"{page.text(hit['question'])}  [{game}]", "    ", f"{page.bold(hit['id'])}  ")
        yield from page.wrapped(page.text(hit["ruling"]), "    ")
        if "**" in hit["snippet"]:
            yield from (page.marked(line) for line in page.wrapped(hit["snippet"], "      ", "    > "))
    yield ""
    yield f"{result['total']} {words['hit' if result['total'] == 1 else 'hits']}"


def references(row: Row, page: Page) -> Iterator[str]:
    """References out and in."""
    words = page.words
    yield page.bold(row["id"])
    yield f"{words['out']}:"
    for ref in row["out"]:
        yield f"  {_target(ref, words)}  ({ref['kind']})"
    yield f"{words['in']}:"
    for ref in row["in"]:
        via = f", {words['via']} {ref['via']}" if ref["via"] else ""
        yield f"  {ref['id']}  ({ref['kind']}{via})"
    yield from _errata(row["errata"], page)


def card(row: Row, page: Page) -> Iterator[str]:
    """A card with its facts and sources, what is unknown, and every record on it."""
    words = page.words
    english = f" / {row['name']['en']}" if row["name"]["en"] else ""
    yield page.bold(f"{row['name']['de']}{english}  [{page.text(GAMES[row['game']])}]")
    facts = {fact["field"]: fact for fact in row["facts"] if fact["field"] != "copies"}
    yield from _fact_lines(row, facts, page)
    if row["synonyms"]:
        yield from page.wrapped(f"{words['also']}: {', '.join(row['synonyms'])}", "    ", "  ")
    for note in row["notes"]:
        yield from page.wrapped(note, "    ", "  ")
    for key, what in row["public_sources"].items():
        yield from page.wrapped(f"{key}: {what}", "      ", "  * ")
    yield f"  {words['confidence']}: {row['confidence']}"
    yield ""
    yield f"{words['articles']}: {len(row['articles'])}"
    yield from rulings(row["articles"], page)


def _fact_lines(row: Row, facts: Mapping[str, Row], page: Page) -> Iterator[str]:
    words = page.words
    for copies in (fact for fact in row["facts"] if fact["field"] == "copies"):
        yield f"  {words['copies']} {copies['set']}: {copies['value']}  [{', '.join(copies['source'])}]"
    if not any(fact["field"] == "copies" for fact in row["facts"]):
        yield f"  {words['sets']}: {', '.join(row['sets'])}; {words['copies']}: {words['unknown']}"
    for field in ("class", "place", "cost", "points", "condition", "effect", "unique", "immune", "extra"):
        fact = facts.get(field)
        if fact is not None and (fact["value"] not in ([], {}) or field in ("cost", "points")):
            value = (
                page.text(CLASSES.get(fact["value"], {"de": fact["value"]}))
                if field == "class"
                else fact_value(field, fact["value"], words)
            )
            yield from page.wrapped(f"{words[field]}: {value}  [{', '.join(fact['source'])}]", "    ", "  ")
        elif fact is None and field in ("cost", "points"):
            none = row["type"] in WITHOUT_COST
            yield f"  {words[field]}: {words['no_cost'] if none else words['unknown']}"


def fact_value(field: str, value: Any, words: Row) -> str:
    """A fact in words: costs and points as a list, yes and no, free."""
    if isinstance(value, bool):
        return str(words["yes" if value else "no"])
    if isinstance(value, dict):
        if not value:
            return str(words["free"] if field == "cost" else "0")
        return ", ".join(f"{amount} {name}" if field == "cost" else f"{name} {amount}" for name, amount in value.items())
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return str(value)


def contents(chapters: Iterable[Row], page: Page) -> Iterator[str]:
    """The contents of one book."""
    for chapter in chapters:
        yield page.bold(f"{chapter['id']}  {page.text(chapter['title'])}")
        if chapter["note"]:
            yield from page.wrapped(page.text(chapter["note"]), "    ")
        for section in chapter["sections"]:
            yield f"  {section['id']}  {page.text(section['title'])}"
            for article in section["articles"]:
                yield from page.wrapped(page.text(article["title"]), "        ", f"    {article['id']}  ")
        for article in chapter["articles"]:
            yield from page.wrapped(page.text(article["title"]), "      ", f"  {article['id']}  ")


def books(rows: Iterable[Row], page: Page) -> Iterator[str]:
    """The books, one line each."""
    for row in rows:
        yield f"{page.bold(row['id']):<16} {page.text(row['title'])}  ({row['records']} {page.words['records']})"


def register(rows: Iterable[Row], page: Page) -> Iterator[str]:
    """Entries of the register."""
    words = page.words
    for row in rows:
        parts = list(row["targets"]) + [f"{target} ({words['nothing']})" for target in row["dangling"]]
        parts += [f"{words['see']} {term}" for term in row["see"]]
        yield from page.wrapped(f"{row['term']}: {', '.join(parts)}", "    ", "")
        yield from _errata(row["errata"], page)


def changes(rows: Iterable[Row], page: Page) -> Iterator[str]:
    """Dated changes, one paragraph each."""
    for row in rows:
        yield from page.wrapped(_change_line(row, page), "      ", "")


def _change_line(row: Row, page: Page) -> str:
    words = page.words
    clause = f" {row['clause']})" if row["clause"] else ""
    about = f" ({', '.join(row['cards'])})" if row["cards"] else ""
    where = f"{row['article']}{clause}, {row['status']}"
    note = f" {page.text(row['note'])}" if row["note"] else ""
    return (
        f"{row['year'] or words['no_year']}  {page.text(row['subject'])}{about}: {words['before']}: {page.text(row['before'])};"
        f" {words['after']}: {page.text(row['after'])} [{where}]{note}"
    )


def verdict(row: Row, page: Page) -> Iterator[str]:
    """A verdict: the answer first, then what decides it."""
    for answer in row["answers"]:
        yield page.bold(f"{answer['question']}  {page.text(answer['text'])}")
        if answer["deciding"]:
            yield f"  {', '.join(answer['deciding'])}"
            yield from page.wrapped(page.text(answer["counterfactual"]), "    ", "  ")
        for branch in answer["branches"]:
            chance = f" ({branch['p']})" if branch["p"] else ""
            yield f"  {branch['when']}{chance}: {branch['answer']}"
    yield from (f"  * {presumed}" for presumed in row["presumed"])
    yield from row["problems"]
