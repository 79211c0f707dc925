"""Reviews kept beside their records, so that none is made twice.

The file of ``game.jsonl`` is ``game.review.json``. It holds the reviews of different seats, as
``review --json`` writes them. It counts only for the same content of the record and the same
version of the program, and for an effort and a time that are no less than wanted.
"""

import json
import os
from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from gridcommon.contract import Seat
from gridcommon.errors import NotationError, Word, Wording, errors_located_in, system_reason
from gridcommon.records import read_object
from gridcommon.tables import read_text
from gridgames import __version__
from gridgames.study.review.review import (
    EFFORTS,
    VERSION,
    ReviewJson,
    review,
)
from gridgames.system.durable_files import replace
from gridgames.system.files import check_regular
from gridgames.table.session import Session

FORMAT = "gridgames-review"
SUFFIX = ".review.json"

_MOST = 1 << 24  # maximum bytes of a file that is read


class KeptReviews:
    """The reviews of a record, in the file beside it.

    ``is_known`` is set if the last review came from the file, and ``trouble`` is the reason why one
    could not be kept.
    """

    def __init__(self, record: Path) -> None:
        self.path = record.with_name(f"{record.stem}{SUFFIX}")
        self.trouble: Word | Wording | None = None
        self.is_known = False
        self._record = record
        self._is_ours = True  # the file, or there is none
        # A pipe cannot be read again, and the examples of the program are not in the user's folder
        self._of = sha256(record.read_bytes()).hexdigest() if record.is_file() else ""

    def review(
        self,
        session: Session,
        seats: Sequence[Seat],
        effort: str,
        seconds: float | None = None,
        progress: Callable[[int, int], object] = lambda _done, _all: None,
        *,
        again: bool = False,
    ) -> ReviewJson:
        """Return the kept review of some seats; if there is none, or ``again``, make and keep it.

        Raises NotationError, naming the record, if the game cannot be reviewed.
        """
        if not again and (known := self.kept(seats, effort, seconds)):
            self.is_known = True
            return known
        time = EFFORTS[effort] if seconds is None else seconds
        with errors_located_in(str(self._record)):
            found = review(session, seats, effort, progress, time)
        if self._of:
            others = [one for one in self._read() if one["seats"] != list(seats)]
            self._keep([*others, found])
        return found

    def kept(
        self, seats: Sequence[Seat], effort: str, seconds: float | None = None
    ) -> ReviewJson | None:
        """Return the kept review of some seats, None if there is none."""
        time = EFFORTS[effort] if seconds is None else seconds
        known = self._read() if self._of else []
        return next((one for one in known if _is_enough(one, seats, effort, time)), None)

    def _read(self) -> list[ReviewJson]:
        """Return the kept reviews, none if the file is damaged, or of another game or version."""
        if not os.path.lexists(self.path):
            return []
        try:
            check_regular(self.path)
            data = read_object(read_text(self.path, _MOST))
        except NotationError:
            data = {}
        self._is_ours = data.get("format") == FORMAT
        if not self._is_ours or data != self._file(data.get("reviews")):
            return []
        reviews: list[ReviewJson] = data["reviews"]
        return reviews

    def _keep(self, reviews: Sequence[ReviewJson]) -> None:
        if not self._is_ours:
            self.trouble = Word("another file has its name")
            return
        data = json.dumps(self._file(reviews), ensure_ascii=False, indent=1)
        try:
            replace(self.path, f"{data}\n".encode())
        except OSError as problem:
            self.trouble = system_reason(problem)

    def _file(self, reviews: Any) -> dict[str, Any]:
        """Return the content of the file; the sum shows that the reviews were not edited."""
        written = json.dumps(reviews, sort_keys=True).encode()
        return {
            "format": FORMAT,
            "version": VERSION,
            "program": __version__,
            "record": self._of,
            "sum": sha256(written).hexdigest(),
            "reviews": reviews,
        }


def _is_enough(one: ReviewJson, seats: Sequence[Seat], effort: str, time: float) -> bool:
    """Return whether a kept review is of these seats, and as thorough as wanted."""
    efforts = list(EFFORTS)
    made = one["effort"]
    is_deep = efforts.index(made["name"]) >= efforts.index(effort)
    return one["seats"] == list(seats) and is_deep and made["time"] >= time
