"""How do words become search terms?

A word is lower-cased, stemmed (German or English), and folded, so that inflected forms and umlauts
written out meet in one term. Compounds are split at index time only, at known constituents, so that
"Flotte" finds the Handelsflotte but "Handelsflotte" does not drown in every fleet. Everything here is
a pure function of word and word list; the browser needs no more than the resulting tables.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from faq.ids import fold

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_LINKS = ("", "s", "es", "n", "en", "er", "e")
_ENDINGS = ("", "en", "n", "e", "er", "es", "s")
SHORTEST_PART = 3
LONGEST_WORD = 60

STOP_WORDS = frozenset(
    """
    aber alle allem allen aller alles als also am an ander andere anderen auch auf aus bei beim bin bis bist da dabei
    dadurch dafür daher damit dann daran darauf daraus darf darfst das dass dasselbe davon dazu dein deine dem den denn
    der deren des dessen die dies diese diesem diesen dieser dieses doch dort du durch dürfen dürfte eben ein eine einem
    einen einer eines er es etwa etwas euch für gegen gibt hab habe haben hat hatte hätte ich ihm ihn ihnen ihr ihre
    ihrem ihren ihrer im in ins ist ja jede jedem jeden jeder jedes jetzt kann kannst kein keine keinem keinen keiner
    können könnte man mein meine meinem meinen meiner mich mir mit muss musst müssen nach nicht noch nun nur ob oder
    ohne passiert sein seine seinem seinen seiner sein seit sich sie sind so sofern soll sollte sondern über um und uns
    unser unter vom von vor war was weil welche welchem welchen welcher welches wem wen wenn wer werde werden wie wieso
    will wird wirklich wo wohin wozu wurde würde zu zum zur zwar einfach mal viel viele vielen denn eigentlich überhaupt
    hin hinein schon wieder dran gerade kriegen kriege kriegt
    a about after all also am an and any are as at be been before but by can cannot could did do does for from get had
    has have he her his how i if in into is it its may me must my no nor not of off on or our she should so some than
    many much myself
    that the their them then there these they this those to was we were what when where which while who whom why will
    with would you your
    """.split()
)


def words(text: str) -> Iterator[str]:
    """The words of a text as they are written."""
    for match in _WORD.finditer(text):
        if len(match.group()) <= LONGEST_WORD:
            yield match.group()


def is_stop_word(word: str) -> bool:
    """Whether a word carries nothing that one could search for."""
    return word.lower() in STOP_WORDS


def term(word: str, lang: str = "de") -> str:
    """The search term of one word.

    >>> term("Häuser"), term("haeuser"), term("Handelsflotten")
    ('haus', 'haus', 'handelsflott')
    """
    return _term(word.lower(), lang)


@cache
def _term(word: str, lang: str) -> str:
    return fold(_stemmer(lang).stemWord(word.replace("’", "'").removesuffix("'s")))


@cache
def _stemmer(lang: str) -> Any:
    if lang == "en":
        from snowballstemmer.english_stemmer import EnglishStemmer

        return EnglishStemmer()
    from snowballstemmer.german_stemmer import GermanStemmer

    return GermanStemmer()


def terms(text: str, lang: str = "de") -> list[str]:
    """The search terms of a text, without stop words and without splitting compounds."""
    return [term(word, lang) for word in words(text) if not is_stop_word(word)]


class Compounds:
    """Splits German compounds at a fixed list of constituents."""

    def __init__(self, constituents: Iterable[str]) -> None:
        self._term_of: dict[str, str] = {}
        for word in constituents:
            spelled = fold(word)
            for form in (spelled, spelled.removesuffix("e")):
                if len(form) >= SHORTEST_PART:
                    self._term_of.setdefault(form, term(word))
        self._split: dict[str, tuple[str, ...]] = {}

    def parts(self, word: str) -> tuple[str, ...]:
        """The terms of the constituents of a compound; empty where there is nothing to split."""
        if word not in self._split:
            found = tuple(dict.fromkeys(self._parts(fold(word))))
            self._split[word] = found if len(found) > 1 else ()
        return self._split[word]

    def _parts(self, word: str) -> tuple[str, ...]:
        """Tries the longest last constituent first: what a compound is stands at its end."""
        for start in range(SHORTEST_PART, len(word) - SHORTEST_PART + 1):
            last = self._last(word[start:])
            if last and (front := self._front(word[:start])):
                return (*front, last)
        return ()

    def _front(self, head: str) -> tuple[str, ...]:
        for link in _LINKS:
            if head.endswith(link) and (found := self._term_of.get(head.removesuffix(link))):
                return (found,)
        return self._parts(head)

    def _last(self, tail: str) -> str | None:
        for ending in _ENDINGS:
            if tail.endswith(ending) and (found := self._term_of.get(tail.removesuffix(ending))):
                return found
        return None


def distance(left: str, right: str, limit: int) -> int:
    """Edit distance with neighbouring letters swapped counting once; `limit + 1` where it is greater.

    >>> distance("spoin", "spion", 2), distance("hexe", "hexen", 2), distance("turm", "mauer", 2)
    (1, 1, 3)
    """
    if abs(len(left) - len(right)) > limit:
        return limit + 1
    before: list[int] = []
    row = list(range(len(right) + 1))
    for i, a in enumerate(left, 1):
        current = [i]
        for j, b in enumerate(right, 1):
            cost = min(row[j] + 1, current[-1] + 1, row[j - 1] + (a != b))
            if i > 1 and j > 1 and a == right[j - 2] and left[i - 2] == b:
                cost = min(cost, before[j - 2] + 1)
            current.append(cost)
        if min(current) > limit:
            return limit + 1
        before, row = row, current
    return min(row[-1], limit + 1)


def letters(word: str) -> int:
    """A bit for each letter that occurs: words that are near share nearly all of them."""
    mask = 0
    for letter in set(word):
        mask |= 1 << (ord(letter) & 31)
    return mask


def nearest(word: str, vocabulary: Iterable[tuple[str, int, int]], limit: int) -> str | None:
    """The word of the vocabulary (word, letters, frequency) that is nearest; the more frequent where equal."""
    mask, best, chosen = letters(word), (limit + 1, 0), None
    for candidate, other, frequency in vocabulary:
        if abs(len(candidate) - len(word)) > limit or (mask ^ other).bit_count() > 2 * limit:
            continue
        far = distance(word, candidate, min(limit, best[0]))
        if far <= limit and (far, -frequency) < best:
            best, chosen = (far, -frequency), candidate
    return chosen
