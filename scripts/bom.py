#!/usr/bin/env python3
"""Write the bill of materials: what is in gridgames, and what is installed with it, as CycloneDX.

    scripts/bom.py FILE             what an install brings, in the versions of this environment
    scripts/bom.py FILE --bundled   what the wheel itself holds of others; cli/bundled.cdx.json is
                                    this document, and each wheel carries it (docs/adr/0055)

The same environment gives the same bytes. An extra that is installed is not listed: only what every
install has. The exit code is 1 if a licence is not known.
"""

import argparse
import re
import sys
from collections.abc import Iterator
from hashlib import sha256
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import NamedTuple
from uuid import NAMESPACE_URL, uuid5

from cyclonedx.model import HashAlgorithm, HashType
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.model.license import DisjunctiveLicense, LicenseExpression
from cyclonedx.output.json import JsonV1Dot6
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from packageurl import PackageURL
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]


class Bundled(NamedTuple):
    """A file by others that is in the wheel, with its SPDX licence."""

    name: str
    version: str
    licence: str
    file: str
    purl: PackageURL | None = None


FONTS, PAGES = "cli/gridgames/show/drawing/fonts", "cli/gridgames/page/static"
BUNDLED = (
    Bundled("DejaVu Sans", "2.37", "Bitstream-Vera", f"{FONTS}/DejaVuSans.ttf"),
    Bundled("DejaVu Sans Bold", "2.37", "Bitstream-Vera", f"{FONTS}/DejaVuSans-Bold.ttf"),
    Bundled(
        "htmx", "4.0.1", "0BSD", f"{PAGES}/htmx.js", PackageURL("npm", None, "htmx.org", "4.0.1")
    ),
)

# What packages that do not know SPDX expressions write, and one that ships its licence only
WRITTEN = {"MIT License": "MIT", "ISC License (ISCL)": "ISC", "ISC License": "ISC"}
READ_IN_THE_LICENCE = {"resvg-py": "MIT"}


def licence_of(found: Distribution) -> str:
    """Return the SPDX licence of a distribution; raises ValueError if it gives none."""
    name, metadata = canonicalize_name(found.metadata["Name"]), found.metadata
    if expression := metadata.get("License-Expression"):
        return expression
    for line in metadata.get_all("Classifier") or []:
        if line.startswith("License :: OSI Approved :: "):
            written = line.rpartition(" :: ")[2]
            return WRITTEN[written]
    written = metadata.get("License") or READ_IN_THE_LICENCE.get(name, "")
    if not re.fullmatch(r"[\w.+-]+", written):
        raise ValueError(f"{name}: which licence? Read it, and name it in scripts/bom.py")
    return written


def needs(found: Distribution, extras: frozenset[str]) -> Iterator[Requirement]:
    """Yield what a distribution and some of its extras need on this system."""
    for line in found.requires or ():
        one = Requirement(line)
        if one.marker is None or any(
            one.marker.evaluate({"extra": name}) for name in ("", *extras)
        ):
            yield one


def component(name: str, version: str, licence: str, purl: PackageURL | None) -> Component:
    """Return a component with a stable reference."""
    is_expression = " " in licence
    return Component(
        type=ComponentType.LIBRARY,
        name=name,
        version=version,
        licenses=[LicenseExpression(licence) if is_expression else DisjunctiveLicense(id=licence)],
        purl=purl,
        bom_ref=str(purl) if purl else name,
    )


def packaged(found: Distribution) -> Component:
    """Return the component of an installed package."""
    name, version = canonicalize_name(found.metadata["Name"]), found.version
    purl = PackageURL("pypi", None, name, version)
    return component(name, version, licence_of(found), purl)


def bundled() -> Iterator[Component]:
    """Yield the components that the wheel holds as files, with their digests."""
    for one in BUNDLED:
        made = component(one.name, one.version, one.licence, one.purl)
        digest = sha256((ROOT / one.file).read_bytes()).hexdigest()
        made.hashes.add(HashType(alg=HashAlgorithm.SHA_256, content=digest))
        made.description = one.file.partition("/")[2]
        yield made


def bill(*, is_whole: bool) -> Bom:
    """Return what gridgames holds and, if the bill is whole, all that is installed with it."""
    if is_whole:
        root = packaged(distribution("gridgames"))
    else:
        root = Component(name="gridgames", bom_ref="gridgames")
    root.type = ComponentType.APPLICATION
    made = Bom()
    made.metadata.component = root
    parts = list(bundled())
    made.components.update(parts)
    made.register_dependency(root, parts)
    known = {"gridgames": root}
    waiting = [Requirement("gridgames")] if is_whole else []
    asked = set(map(str, waiting))
    while waiting:
        one = waiting.pop()
        for other in needs(distribution(one.name), frozenset(one.extras)):
            name = canonicalize_name(other.name)
            if name not in known:
                known[name] = packaged(distribution(name))
                made.components.add(known[name])
            made.register_dependency(known[canonicalize_name(one.name)], [known[name]])
            if str(other) not in asked:
                asked.add(str(other))
                waiting.append(other)
    return made


def text_of(made: Bom) -> str:
    """Return a bill as JSON made only of what is in it. Raises ValueError if it is not valid."""
    # Neither the time nor a random number
    made.metadata.timestamp = None  # type: ignore[assignment]
    listed = "\n".join(sorted(str(one.bom_ref) for one in made.components))
    made.serial_number = uuid5(NAMESPACE_URL, listed)
    text = JsonV1Dot6(made).output_as_string(indent=2) + "\n"
    if wrong := JsonStrictValidator(SchemaVersion.V1_6).validate_str(text):
        raise ValueError(str(wrong))
    return text


def main() -> int:
    """Write the bill, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--bundled", action="store_true", help="only what the wheel itself holds")
    given = parser.parse_args()
    try:
        made = bill(is_whole=not given.bundled)
        given.file.write_text(text_of(made), encoding="utf-8", newline="\n")
    except (PackageNotFoundError, ValueError) as problem:
        print(problem)
        return 1
    print(f"{given.file}: {len(made.components)} components")
    return 0


if __name__ == "__main__":
    sys.exit(main())
