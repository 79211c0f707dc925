"""Every sentence that people read goes through here."""


def say(template: str, /, **values: object) -> str:
    """Return ``template`` with its values."""
    return template.format_map(values) if values else template
