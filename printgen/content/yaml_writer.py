"""Plain data to YAML text that is read as the same data."""

from __future__ import annotations

from collections.abc import Mapping

import yaml

from printgen.content.yaml_reader import WrittenDecimal, WrittenInteger, YamlData

# Characters of a line, and of the values of a mapping on one line.
_WIDTH, _SHORT = 100, 70


class _Dumper(yaml.SafeDumper):
    """Writes short mappings on one line, texts of several lines as blocks, numbers as written."""


def _mapping(dumper: _Dumper, data: dict[str, YamlData]) -> yaml.MappingNode:
    node: yaml.MappingNode = dumper.represent_mapping("tag:yaml.org,2002:map", data)
    if sum(len(each.value) for pair in node.value for each in pair) > _SHORT:
        node.flow_style = False
    return node


def _text(dumper: _Dumper, text: str) -> yaml.ScalarNode:
    style = "|" if "\n" in text else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style)


def _integer(dumper: _Dumper, number: WrittenInteger) -> yaml.ScalarNode:
    return dumper.represent_scalar("tag:yaml.org,2002:int", str(number))


def _decimal(dumper: _Dumper, number: WrittenDecimal) -> yaml.ScalarNode:
    return dumper.represent_scalar("tag:yaml.org,2002:float", str(number))


_Dumper.add_representer(dict, _mapping)
_Dumper.add_representer(str, _text)
_Dumper.add_representer(WrittenInteger, _integer)
_Dumper.add_representer(WrittenDecimal, _decimal)


def entries_text(entries: Mapping[str, YamlData]) -> str:
    """The YAML file with these entries, by id."""
    return yaml.dump(
        {"entries": dict(entries)},
        Dumper=_Dumper,
        allow_unicode=True,
        default_flow_style=None,
        sort_keys=False,
        width=_WIDTH,
    )
