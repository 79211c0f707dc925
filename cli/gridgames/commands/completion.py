"""``gridgames completion``: scripts that let shells complete commands, files, rules and cities."""

from enum import StrEnum
from typing import Annotated

import typer

from gridgames.terminal import output


class Shell(StrEnum):
    """The shells that have a script."""

    BASH = "bash"
    ZSH = "zsh"
    FISH = "fish"
    POWERSHELL = "powershell"


def completion(
    shell: Annotated[Shell, typer.Argument(help="The shell to complete in.")],
    context: typer.Context,
) -> None:
    """Print the script that lets a shell complete commands, options, files, rules and cities.

    It completes in the language in use.

        gridgames completion bash >> ~/.bashrc
        gridgames completion zsh >> ~/.zshrc
        gridgames completion fish >> ~/.config/fish/config.fish
        gridgames completion powershell >> $PROFILE
    """
    from shlex import quote

    from platformdirs import user_cache_path

    from gridgames.commands.completing import VARIABLE
    from gridgames.commands.shell_scripts import SCRIPTS
    from gridgames.commands.words import write_table

    path = user_cache_path("gridgames", appauthor=False) / "completion.json"
    write_table(path, context.find_root().command)
    text = str(path)
    quoted = "'" + text.replace("'", "''") + "'" if shell is Shell.POWERSHELL else quote(text)
    script = SCRIPTS[shell.value].replace("VARIABLE", VARIABLE).replace("TABLE", quoted)
    output.print_text(script.lstrip())
