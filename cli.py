"""The command `catanica`: parse arguments, call the knowledge base, print. Computes nothing itself."""

import os
import sys
from collections.abc import Callable, Iterable
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer

from faq.errors import CatanicaError, UnknownChoice
from faq.ids import BOOKS

Answer = TypeVar("Answer")
_UsageError: type[Exception] = typer.BadParameter.__bases__[0]  # typer names only this child of it

Command = Callable[..., None]
COMMANDS: dict[str, Command] = {}


def command(function: Command) -> Command:
    """Make a function a command of the same name."""
    COMMANDS[function.__name__.rstrip("_")] = function
    return function


def app_for(asked: str | None) -> typer.Typer:
    """The program with the one command that is asked for, or with all: Typer takes a while to look at each."""
    app = typer.Typer(
        name="catanica",
        help="The rule books of the Catan card game family: search, read, follow references.",
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
    )
    app.callback()(_nothing_in_common)
    for name in (asked,) if asked in COMMANDS else COMMANDS:
        app.command(name=name)(COMMANDS[name])
    return app


def _nothing_in_common() -> None:
    """The rule books of the Catan card game family: search, read, follow references."""


Json = Annotated[bool, typer.Option("--json", help="One JSON document on standard output.")]
Lang = Annotated[str | None, typer.Option("--lang", help="de or en; default: the locale, German where it is unknown.")]


def _language(chosen: str | None) -> str:
    if chosen is not None:
        if chosen not in ("de", "en"):
            raise UnknownChoice("language", chosen, ("de", "en"))
        return chosen
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(variable):
            return "en" if value.lower().startswith("en") else "de"
    return "de"


def _ask(question: Callable[[Any], Answer]) -> Answer:
    from faq.lookup import ask

    return ask(question)


def _print(lines: Iterable[str]) -> None:
    """Write lines; a reader who leaves early (`| head`) is no error."""
    try:
        for line in lines:
            typer.echo(line)
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise typer.Exit(0) from None


def _print_json(document: Any) -> None:
    import json

    _print([json.dumps(document, ensure_ascii=False, indent=2)])


def _book(name: str | None) -> str | None:
    if name is not None and name not in BOOKS:
        raise UnknownChoice("book", name, BOOKS)
    return name


@command
def show(
    ident: Annotated[
        str, typer.Argument(metavar="ID", help="112.S.g in any spelling, a section 112.S, a chapter 112, a glossary word.")
    ],
    json: Json = False,
    lang: Lang = None,
    html: Annotated[bool, typer.Option("--html", help="The reasoning as safe HTML.")] = False,
) -> None:
    """One record, or the records of a section or chapter."""
    from faq import present

    row = _ask(lambda library: library.show(ident))
    if html:
        from faq.markdown import render

        typer.echo(render(str(row.get("body", {}).get(_language(lang)) or row.get("body", {}).get("de") or "")), nl=False)
    elif json:
        _print_json(row)
    else:
        page = present.Page(_language(lang))
        _print(present.heading(row, page) if "articles" in row else present.record(row, page))


@command
def search(
    words: Annotated[list[str], typer.Argument(help="Words, an id, or karte:… kapitel:… buch:… variante:…")],
    book: Annotated[str | None, typer.Option(help="Only this book.")] = None,
    card: Annotated[str | None, typer.Option(help="Only records on this card.")] = None,
    chapter: Annotated[str | None, typer.Option(help="Only this chapter.")] = None,
    variant: Annotated[str | None, typer.Option(help="Only what applies to this variant.")] = None,
    limit: Annotated[int, typer.Option(min=1, max=500, help="How many hits to show.")] = 10,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Ranked hits for words, questions or ids, in German or English, typos forgiven."""
    from faq import present
    from faq.search import find

    language = _language(lang)
    asked = {"book": book, "card": card, "chapter": chapter, "variant": variant}
    filters = {name: value for name, value in asked.items() if value is not None}
    result = _ask(lambda library: find(library, " ".join(words), language, limit, filters))
    if json:
        _print_json(result)
    else:
        _print(present.found(result, present.Page(language)))


@command
def refs(ident: Annotated[str, typer.Argument(metavar="ID")], json: Json = False, lang: Lang = None) -> None:
    """References out of and into a record, with what the original misprints."""
    from faq import present

    row = _ask(lambda library: library.refs(ident))
    _print_json(row) if json else _print(present.references(row, present.Page(_language(lang))))


@command
def card(
    name: Annotated[list[str], typer.Argument(help="Name of a card, German or English, or a nickname.")],
    game: Annotated[str | None, typer.Option(help="Only the card of this game.")] = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Facts of a card with their sources, and every record that mentions it."""
    from faq import present
    from faq.vocabulary import GAMES

    if game is not None and game not in GAMES:
        raise UnknownChoice("game", game, GAMES)
    rows = _ask(lambda library: library.card(" ".join(name), game))
    if json:
        _print_json({"cards": rows})
        return
    page = present.Page(_language(lang))
    for row in rows:
        _print(present.card(row, page))
        typer.echo()


@command
def toc(book: Annotated[str | None, typer.Argument()] = None, json: Json = False, lang: Lang = None) -> None:
    """The books; with BOOK the contents of one of them."""
    from faq import present

    page, chosen = present.Page(_language(lang)), _book(book)
    if chosen is None:
        rows = _ask(lambda library: library.books())
        _print_json(rows) if json else _print(present.books(rows, page))
    else:
        chapters = _ask(lambda library: library.toc(chosen))
        _print_json({"book": chosen, "chapters": chapters}) if json else _print(present.contents(chapters, page))


@command
def register(term: Annotated[list[str] | None, typer.Argument()] = None, json: Json = False, lang: Lang = None) -> None:
    """The alphabetical register, all of it or the entries with TERM."""
    from faq import present

    rows = _ask(lambda library: library.register(" ".join(term) if term else None))
    page = present.Page(_language(lang))
    _print_json(rows) if json else _print(present.register(rows, page) if rows else [page.words["none"]])


@command
def changes(
    card: Annotated[str | None, typer.Option(help="Only changes of this card.")] = None,
    year: Annotated[int | None, typer.Option(help="Only changes of this year.")] = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Dated changes of the rules."""
    from faq import present

    rows = _ask(lambda library: library.changes(card, year))
    page = present.Page(_language(lang))
    _print_json(rows) if json else _print(present.changes(rows, page) if rows else [page.words["none"]])


@command
def play(
    game: Annotated[str, typer.Argument(help="kartenspiel")],
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 100,
    seed: Annotated[int, typer.Option(min=0, help="The same seed plays the same games.")] = 1,
    variant: Annotated[str, typer.Option(help="grundspiel, erweitertes-grundspiel or turnierspiel.")] = "grundspiel",
    sets: Annotated[str | None, typer.Option(help="Theme sets, separated by commas.")] = None,
    no_checks: Annotated[bool, typer.Option("--no-checks", help="Check no invariants: faster.")] = False,
    json: Json = False,
) -> None:
    """Whole random games with all invariants checked; a table of what occurred, and games per second."""
    from adjudicator.playing import run, table

    report = run(game, games, seed, variant, sets, checks=not no_checks)
    _print_json(report.as_json()) if json else _print(table(report))
    if report.broken:
        raise typer.Exit(1)


@command
def rules(
    missing: Annotated[bool, typer.Option("--missing", help="The adjudicable articles without any rule.")] = False,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Which articles of the Encyclopaedia have rules in the engine, by chapter."""
    from adjudicator.coverage import coverage

    found = _ask(coverage)
    _print_json(found.as_json(missing)) if json else _print(found.lines(_language(lang), missing))


@command
def import_(
    file: Annotated[Path, typer.Argument(help="Your own text copy of the Encyclopaedia.")],
    json: Json = False,
) -> None:
    """Take in your own copy of an original book; it stays on this machine."""
    from faq.importer import import_file

    report = import_file(file)
    _print_json(report.as_json()) if json else _print(report.lines())


@command
def original(ident: Annotated[str, typer.Argument(metavar="ID")], json: Json = False) -> None:
    """The original wording of an article, from the copy that you imported."""
    from faq.importer import original_article

    row = original_article(_ask(lambda library: library.resolve(ident)))
    _print_json(row.as_json()) if json else _print(row.lines())


@command
def check(
    paths: Annotated[list[Path] | None, typer.Argument(help="Files or folders; default: the whole knowledge base.")] = None,
    json: Json = False,
) -> None:
    """Every fault of the files as `file:line: code: message`."""
    from faq.checks import check as run_checks

    findings = run_checks(paths or ())
    _print_json([finding.as_json() for finding in findings]) if json else _print(map(str, findings))
    if findings:
        raise typer.Exit(1)


@command
def new(ident: Annotated[str, typer.Argument(metavar="ID")]) -> None:
    """A file with the right front matter in the right place, for a new record."""
    from faq.editing import new_record

    typer.echo(new_record(ident))


@command
def stamp(idents: Annotated[list[str], typer.Argument(metavar="ID...")]) -> None:
    """Mark the English of a record as checked against its German."""
    from faq.editing import stamp_record

    for known in _ask(lambda library: [library.resolve(ident) for ident in idents]):
        typer.echo(stamp_record(known))


@command
def adjudicate(
    file: Annotated[Path, typer.Argument(help="A Situation as JSON (docs/situation.md).")],
    json: Json = False,
    lang: Lang = None,
) -> None:
    """The verdict on a situation, with the articles that decide it."""
    from adjudicator.court import adjudicate_file
    from faq import present

    verdict = adjudicate_file(file)
    _print_json(verdict) if json else _print(present.verdict(verdict, present.Page(_language(lang))))
    if not verdict["answers"]:
        raise typer.Exit(3)


def main() -> None:
    """Run the command; every error of ours is one line and exit code 2."""
    try:
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, TextIOWrapper):
                stream.reconfigure(encoding="utf-8", errors="replace")
        arguments = [_text(argument) for argument in sys.argv[1:]] or ["--help"]
        code = app_for(arguments[0])(args=arguments, prog_name="catanica", standalone_mode=False)
        sys.exit(code if isinstance(code, int) else 0)
    except CatanicaError as fault:
        _fail(str(fault), 2)
    except _UsageError as fault:
        _fail(f"{_message(fault)} Try `catanica --help`.", 2)
    except typer.Exit as leave:
        sys.exit(leave.exit_code)
    except typer.Abort:
        _fail("interrupted", 130)
    except KeyboardInterrupt:
        _fail("interrupted", 130)


def _text(argument: str) -> str:
    """An argument as text; bytes that are none become question marks."""
    return argument.encode("utf-8", "replace").decode("utf-8")


def _message(fault: Exception) -> str:
    text = str(getattr(fault, "format_message", fault.__str__)())
    return text if text.endswith(".") else f"{text}."


def _fail(message: str, code: int) -> None:
    typer.echo(f"catanica: {message}", err=True)
    sys.exit(code)


if __name__ == "__main__":
    main()
