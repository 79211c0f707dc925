"""The name of :mod:`eletrika.projection` before version 1.0, until 1.1."""

from gridcommon.lazy_exports import names_of

__getattr__ = names_of(
    __name__,
    "eletrika.projection",
    Outlook="Projection",
    Proposal="Suggestion",
    after_main="state_after_main_action",
    outlook="project",
    proposals="suggestions",
    turn_by="bot_turn",
    turn_of="state_at_turn",
)
