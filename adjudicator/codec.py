"""How do frozen dataclasses become JSON and come back?

The types are the format: field names are keys, defaults may be left out, and a union of dataclasses is
told apart by the key `is`, which holds the class's name in lower case. From the same types comes the JSON
Schema, so that code and schema cannot drift apart. Errors name the place in the document.
"""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

Value = TypeVar("Value")
TAG = "is"


class BadDocument(Exception):
    """A JSON document that does not fit; the message says where and what is expected."""


def tag_of(kind: type) -> str:
    """How a class is called in a document: `TornDown` becomes `torn-down`.

    >>> tag_of(BadDocument)
    'bad-document'
    """
    return "".join(f"-{c.lower()}" if c.isupper() else c for c in kind.__name__).lstrip("-")


def to_json(value: Any) -> Any:
    """A value as JSON; what equals its default is left out."""
    if is_dataclass(value) and not isinstance(value, type):
        shown = {TAG: tag_of(type(value))} if _tagged(type(value)) else {}
        for each in fields(value):
            content = getattr(value, each.name)
            if (each.default is MISSING and each.default_factory is MISSING) or content != _default(each):
                shown[each.name.rstrip("_")] = to_json(content)
        return shown
    if isinstance(value, Mapping):
        return {key: to_json(content) for key, content in value.items()}
    if isinstance(value, tuple | list):
        return [to_json(content) for content in value]
    return value


def from_json(kind: type[Value], document: Any, place: str = "$") -> Value:
    """The value of this type that a document describes."""
    return _read(kind, document, place)  # type: ignore[no-any-return]


def schema_of(kind: type, title: str) -> dict[str, Any]:
    """The JSON Schema of a type."""
    definitions: dict[str, Any] = {}
    top = _schema(kind, definitions)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": title, **top, "$defs": definitions}


def tagged(kind: type[Value]) -> type[Value]:
    """Mark a dataclass as one of several that may stand in the same place."""
    kind.__tagged__ = True  # type: ignore[attr-defined]
    return kind


def _tagged(kind: type) -> bool:
    return bool(kind.__dict__.get("__tagged__"))


def _default(each: Field[Any]) -> Any:
    return each.default_factory() if each.default_factory is not MISSING else each.default


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def _read(kind: Any, document: Any, place: str) -> Any:
    origin = get_origin(kind)
    if origin in (Union, types.UnionType):
        return _read_union(get_args(kind), document, place)
    if origin is tuple:
        _expect(isinstance(document, list), place, "a list")
        return tuple(_read(get_args(kind)[0], item, f"{place}[{n}]") for n, item in enumerate(document))
    if origin is Literal:
        _expect(document in get_args(kind), place, f"one of {', '.join(map(str, get_args(kind)))}")
        return document
    if origin is not None and issubclass(origin, Mapping):
        _expect(isinstance(document, dict), place, "an object")
        return {key: _read(get_args(kind)[1], item, f"{place}.{key}") for key, item in document.items()}
    if is_dataclass(kind):
        return _read_object(kind, document, place)
    expected = {str: "a text", int: "a whole number", bool: "true or false", type(None): "null"}
    _expect(type(document) is kind, place, expected[kind])
    return document


def _read_union(kinds: tuple[Any, ...], document: Any, place: str) -> Any:
    if isinstance(document, dict) and TAG in document:
        by_tag = {tag_of(kind): kind for kind in kinds if isinstance(kind, type) and is_dataclass(kind)}
        known = isinstance(document[TAG], str) and document[TAG] in by_tag
        _expect(known, f"{place}.{TAG}", f"one of {', '.join(sorted(by_tag))}")
        return _read_object(by_tag[document[TAG]], document, place)
    faults = []
    for kind in kinds:
        try:
            return _read(kind, document, place)
        except BadDocument as fault:
            faults.append(str(fault))
    raise BadDocument(faults[0] if len(faults) == 1 else f"{place}: fits nothing: {'; '.join(dict.fromkeys(faults))}")


def _read_object(kind: Any, document: Any, place: str) -> Any:
    _expect(isinstance(document, dict), place, f"an object ({tag_of(kind)})")
    _expect(TAG in document or not _tagged(kind), place, f"the key `{TAG}`")
    names = {each.name.rstrip("_"): each for each in fields(kind)}
    for key in document:
        _expect(key in names or (key == TAG and _tagged(kind)), f"{place}.{key}", f"no such key; there are {', '.join(names)}")
    values = {}
    for key, each in names.items():
        if key in document:
            values[each.name] = _read(_hints(kind)[each.name], document[key], f"{place}.{key}")
        elif each.default is MISSING and each.default_factory is MISSING:
            raise BadDocument(f"{place}: {key} is missing")
    return kind(**values)


def _expect(fits: bool, place: str, wanted: str) -> None:
    if not fits:
        raise BadDocument(f"{place}: expected {wanted}")


def _schema(kind: Any, definitions: dict[str, Any]) -> dict[str, Any]:
    origin = get_origin(kind)
    if origin in (Union, types.UnionType):
        return {"anyOf": [_schema(each, definitions) for each in get_args(kind)]}
    if origin is tuple:
        return {"type": "array", "items": _schema(get_args(kind)[0], definitions)}
    if origin is Literal:
        return {"enum": list(get_args(kind))}
    if origin is not None and issubclass(origin, Mapping):
        return {"type": "object", "additionalProperties": _schema(get_args(kind)[1], definitions)}
    if is_dataclass(kind):
        name = tag_of(kind)  # type: ignore[arg-type]
        if name not in definitions:
            definitions[name] = {}
            definitions[name].update(_object_schema(kind, definitions))
        return {"$ref": f"#/$defs/{name}"}
    return {"type": {str: "string", int: "integer", bool: "boolean", type(None): "null"}[kind]}


def _object_schema(kind: Any, definitions: dict[str, Any]) -> dict[str, Any]:
    properties = {each.name.rstrip("_"): _schema(_hints(kind)[each.name], definitions) for each in fields(kind)}
    required = [e.name.rstrip("_") for e in fields(kind) if e.default is MISSING and e.default_factory is MISSING]
    if _tagged(kind):
        properties = {TAG: {"const": tag_of(kind)}, **properties}
        required = [TAG, *required]
    described = (kind.__doc__ or "").strip()
    return {
        "type": "object", "description": described, "properties": properties, "required": required,
        "additionalProperties": False,
    }  # fmt: skip
