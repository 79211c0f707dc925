"""The door: answers ``--version`` at once and hands everything else to the commands."""

import sys


def main() -> None:
    """Run the program with the words of the command line."""
    if sys.argv[1:] == ["--version"]:
        from gridgames import __version__

        sys.stdout.write(f"gridgames {__version__}\n")
        return
    from gridgames.app import run

    run()


if __name__ == "__main__":
    main()
