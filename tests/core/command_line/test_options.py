"""What a run is asked for with, written as one would type it."""

from __future__ import annotations

import re

import pytest

from core.command_line.options import Parser, add_run_options, arguments_from, spec_from
from core.spec import OPTIONS, RunSpec, options_of
from tests.core.tables import every_pair, named


@pytest.mark.parametrize("spec", [*every_pair(), RunSpec(), RunSpec(bias="radius", gamma=1e-7)], ids=named)
def test_the_options_of_a_run_ask_for_just_this_run(spec: RunSpec) -> None:
    parser = Parser(allow_abbrev=False)
    add_run_options(parser)
    assert spec_from(parser.parse_args(arguments_from(options_of(spec)))) == spec


def test_every_field_of_a_run_is_an_option_with_a_line_of_help() -> None:
    parser = Parser(allow_abbrev=False)
    add_run_options(parser)
    told = parser.format_help()
    assert list(OPTIONS) == list(RunSpec.__dataclass_fields__)
    for name, option in OPTIONS.items():
        assert option.title
        assert re.search(rf"--{name.replace('_', '-')} \S.*\s[^-]", told)
