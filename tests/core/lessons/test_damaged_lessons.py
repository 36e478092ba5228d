"""A damaged lesson is refused in a sentence, or read."""

from __future__ import annotations

import random
from pathlib import Path

from core.errors import InputError
from core.lessons.lesson import read_lesson
from core.lessons.lesson_files import lesson_files
from tests.core.files.damage import damaged
from tests.core.files.test_damage import LONGEST
from tests.partly_slow import partly_slow


@partly_slow("many", [40], [1_000])
def test_a_damaged_lesson_is_refused_in_a_sentence_or_read(tmp_path: Path, many: int) -> None:
    chance, path, said = random.Random(many), tmp_path / "1_damaged.toml", list[str]()
    sound = [lesson.read_bytes() for lesson in lesson_files()]
    for _ in range(many):
        path.write_bytes(damaged(chance.choice(sound), chance))
        try:
            read_lesson(path)
        except InputError as error:
            said.append(error.sentence)
    assert 0 < len(said) < many
    assert 0 < min(map(len, said)) < max(map(len, said)) <= LONGEST
    assert not [sentence for sentence in said if "cannot be read" in sentence]
