"""How is an article file taken apart, and its prose made into safe HTML?

The only module that knows markdown-it. Raw HTML in an article is shown as text, images are not
loaded, and links keep only harmless schemes (markdown-it's own check).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from markdown_it import MarkdownIt
from mdit_py_plugins.front_matter import front_matter_plugin


@dataclass(frozen=True)
class Parts:
    """An article file: YAML source, German prose, English prose, and where each begins (lines from 1)."""

    front_matter: str | None
    german: str
    german_line: int
    english: str | None
    english_line: int


@cache
def _parser() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False}).enable("table").disable(["image", "html_inline", "html_block"])


@cache
def _blocks() -> MarkdownIt:
    """A parser that finds the blocks and leaves the text within them alone."""
    return MarkdownIt("commonmark").use(front_matter_plugin).disable(["inline"])


def take_apart(text: str) -> Parts:
    """Split a file into front matter, German reasoning and, below a heading "English", the English one."""
    tokens = _blocks().parse(text)
    front_matter, start, english = None, 0, None
    for position, token in enumerate(tokens):
        if token.type == "front_matter" and token.map:
            front_matter, start = token.content, token.map[1]
        elif token.type == "heading_open" and token.map and tokens[position + 1].content.strip() == "English":
            english = token.map
            break
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    end = english[0] if english else len(lines)
    german, german_line = _stripped(lines, start, end)
    if english is None:
        return Parts(front_matter, german, german_line, None, 0)
    return Parts(front_matter, german, german_line, *_stripped(lines, english[1], len(lines)))


def _stripped(lines: list[str], start: int, end: int) -> tuple[str, int]:
    """The text of some lines without blank ones around it, and the line (from 1) on which it begins."""
    while start < end and not lines[start].strip():
        start += 1
    return "\n".join(lines[start:end]).strip(), start + 1


def render(text: str) -> str:
    """The prose as HTML in which nothing can run."""
    return str(_parser().render(text))
