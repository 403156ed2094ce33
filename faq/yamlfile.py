"""How is YAML read so that every fault can be reported with its line?"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from faq.errors import BrokenBook, shorten

DEEPEST = 4
Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class BrokenYaml(Exception):
    """Source that is not YAML; `line` counts from 1."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line


@dataclass(frozen=True)
class Mapping:
    """A parsed YAML mapping, with the line of each key (`question`, `question.de`, …)."""

    values: dict[str, Any]
    lines: dict[str, int] = field(default_factory=dict)

    def line(self, key: str) -> int:
        return self.lines.get(key, self.lines.get(key.split(".")[0], 1))


def parse(source: str, first_line: int = 1) -> Mapping:
    """Parse a YAML mapping; `first_line` is where the source stands in its file."""
    loader = Loader(source)
    try:
        node = loader.get_single_node()
        if not isinstance(node, yaml.MappingNode):
            raise BrokenYaml(first_line, "expected `key: value` lines")
        values = loader.construct_document(node)
    except yaml.YAMLError as fault:
        mark = getattr(fault, "problem_mark", None)
        line = first_line + (mark.line if mark else 0)
        raise BrokenYaml(line, getattr(fault, "problem", None) or str(fault)) from None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as fault:
        raise BrokenYaml(first_line, f"a value cannot be read ({shorten(str(fault))}); put it in quotes") from None
    finally:
        loader.dispose()
    if not isinstance(values, dict):
        raise BrokenYaml(first_line, "expected `key: value` lines")
    lines: dict[str, int] = {}
    _note_lines(node, "", first_line, lines, depth=0)
    return Mapping(values, lines)


def _note_lines(node: yaml.MappingNode, prefix: str, first_line: int, lines: dict[str, int], depth: int) -> None:
    if depth > DEEPEST:
        return
    for key, value in node.value:
        name = f"{prefix}{key.value}"
        lines[name] = first_line + key.start_mark.line
        if isinstance(value, yaml.MappingNode):
            _note_lines(value, f"{name}.", first_line, lines, depth + 1)


def texts(value: Any) -> tuple[str, ...]:
    """A list of texts, or nothing; anything else is a fault of the file."""
    if value is None:
        return ()
    if not isinstance(value, list | tuple) or not all(isinstance(item, str) for item in value):
        raise TypeError(f"a list of texts in place of {shorten(str(value))}")
    return tuple(value)


def text(value: Any) -> str:
    """A text; anything else is a fault of the file."""
    if not isinstance(value, str):
        raise TypeError(f"a text in quotes in place of {shorten(str(value))}")
    return value


def load(path: Path) -> dict[str, Any]:
    """A data file of the knowledge base; an error names the file and the line."""
    try:
        return parse(path.read_text(encoding="utf-8")).values
    except BrokenYaml as fault:
        raise BrokenBook(f"{path.name}:{fault.line}: {fault}", fault.line) from None
    except (OSError, UnicodeDecodeError) as fault:
        raise BrokenBook(f"{path.name}: cannot be read: {fault}") from None
