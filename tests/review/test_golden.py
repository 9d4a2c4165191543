"""The file that the page's review is compared with is what this review says today."""

import json

from tests.review import golden


def test_the_file_for_the_page_is_fresh() -> None:
    assert json.loads(golden.FILE.read_text(encoding="utf-8")) == json.loads(golden.written())
