"""What a run is asked for with, written as one would type it."""

from __future__ import annotations

import pytest

from core.command_line.options import Parser, add_run_options, arguments_from, spec_from
from core.spec import RunSpec, options_of
from tests.core.tables import every_pair, named


@pytest.mark.parametrize("spec", [*every_pair(), RunSpec(), RunSpec(bias="radius", gamma=1e-7)], ids=named)
def test_the_options_of_a_run_ask_for_just_this_run(spec: RunSpec) -> None:
    parser = Parser(allow_abbrev=False)
    add_run_options(parser)
    assert spec_from(parser.parse_args(arguments_from(options_of(spec)))) == spec
