"""``gridgames completion``: scripts that let shells complete commands, files, rules and cities.

A script asks the program for the words at a TAB, which :mod:`completing` answers from a table:
every command, its options and their values.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from functools import cache, partial
from pathlib import Path
from shlex import quote
from typing import Annotated, Any

import typer
from platformdirs import user_cache_path

from gridgames import __version__
from gridgames.commands.answer_schemas import names
from gridgames.commands.completing import FILES, SAVES, VARIABLE
from gridgames.commands.examples import EXAMPLES
from gridgames.commands.typer_classes import paragraphs
from gridgames.languages.language import current_language
from gridgames.languages.ledgers import topic_word
from gridgames.languages.messages import say
from gridgames.show import registry
from gridgames.show.wing import RECORD_COMMANDS
from gridgames.system.durable_files import replace
from gridgames.system.files import shipped_examples, writing
from gridgames.table.saves.saves import saves_directory
from gridgames.terminal import output

Pair = tuple[str, str]  # a word and its help


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
    path = user_cache_path("gridgames", appauthor=False) / "completion.json"
    write_table(path, context.find_root().command)
    text = str(path)
    quoted = "'" + text.replace("'", "''") + "'" if shell is Shell.POWERSHELL else quote(text)
    script = SCRIPTS[shell.value].replace("VARIABLE", VARIABLE).replace("TABLE", quoted)
    output.print_text(script.lstrip())


def write_table(path: Path, program: Any) -> None:
    """Write the words of all commands, in the language in use. Raises NotationError on failure."""
    words: dict[str, list[Pair]] = {}
    table = {
        "version": __version__,
        "commands": _command(program, "", words),
        "words": words,
        "saves": str(saves_directory()),
    }
    with writing(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        replace(path, json.dumps(table, ensure_ascii=False).encode())


def _command(command: Any, name: str, words: dict[str, list[Pair]]) -> dict[str, Any]:
    """Return the options and arguments of a command, and its commands; add the words they take."""
    context = command.context_class(command)
    parameters = command.get_params(context)
    arguments = [one for one in parameters if one.param_type_name == "argument"]
    names = command.list_commands(context) if hasattr(command, "list_commands") else ()
    return {
        "help": _about(command.help),
        "options": {
            flag: (_about(one.help), None if one.is_flag else _kinds(one, name, words))
            for one in parameters
            if one not in arguments
            for flag in (*one.opts, *one.secondary_opts)
        },
        "arguments": [_kinds(one, name, words) for one in arguments],
        "is_open": any(one.nargs == -1 for one in arguments),
        "commands": {one: _command(command.get_command(context, one), one, words) for one in names},
    }


def _about(text: str | None) -> str:
    """Return the first sentence of a help text, in the language in use."""
    told = say(next(paragraphs(text)))
    return " ".join(told.partition(". ")[0].rstrip(".").split())


def _kinds(parameter: Any, command: str, words: dict[str, list[Pair]]) -> list[str]:
    """Return the kinds of words that a parameter takes; add those that are not there yet."""
    if choices := getattr(parameter.type, "choices", ()):
        return [_added(words, "|".join(choices), lambda: [(one, "") for one in choices])]
    is_argument = parameter.param_type_name == "argument"
    kinds = []
    for part in (parameter.metavar or "").strip("[].").split("|"):
        if part in _FILES:
            kinds.append(FILES)
            if is_argument and command in RECORD_COMMANDS:
                kinds.append(SAVES)
            if is_argument and command != "resume":
                kinds.append(_added(words, "examples", _examples))
        elif part.islower():
            kinds.append(_added(words, part, partial(_word, part)))
        elif source := _sources().get((command, part)) or _sources().get(("", part)):
            kinds.append(_added(words, f"{command} {part}", source))
    return kinds


def _word(word: str) -> Iterable[Pair]:
    return [(word, "")]


def _added(words: dict[str, list[Pair]], kind: str, source: Callable[[], Iterable[Pair]]) -> str:
    if kind not in words:
        words[kind] = [*source()]
    return kind


_FILES = ("FILE", "POSITION", "RECORD", "DIR", "FOLDER", "FILE:CLASS")  # placeholders


@cache  # one
def _sources() -> Mapping[tuple[str, str], Callable[[], Iterable[Pair]]]:
    """Return where the words of a placeholder come from; some belong to one command only."""
    found: dict[tuple[str, str], Callable[[], Iterable[Pair]]] = {
        ("", "ID"): _rules,
        ("", "TOPIC"): _topics,
        ("", "NAME=VALUE"): _options,
        ("examples", "NAME"): _examples,
        ("schema", "NAME"): _schemas,
    }
    for wing in registry.wings():
        commands = wing.part("companion.commands")
        found |= {("", part): source for part, source in getattr(commands, "WORDS", {}).items()}
    return found


def _examples() -> Iterable[Pair]:
    return ((name, say(EXAMPLES[name])) for name in shipped_examples())


def _rules() -> Iterable[Pair]:
    from gridgames.study.rules.book import open_book

    return ((key, entry.rule.title) for key, entry in open_book(current_language()).items())


def _topics() -> Iterable[Pair]:
    from gridgames.study.comparison.topics import ALL, topics

    language = current_language()
    for one in topics().values():
        yield topic_word(one.key, language), one.title
    yield topic_word(ALL, language), say("All topics.")


def _options() -> Iterable[Pair]:
    for wing in registry.wings():
        for name, option in wing.game.OPTIONS.items():
            for value in option.values:
                yield f"{name}={json.dumps(value).strip(chr(34))}", say(option.title)


def _schemas() -> Iterable[Pair]:
    return ((name, "") for name in names() if " " not in name)


# VARIABLE and TABLE are replaced by the name in the environment, and by the path of the table.
SCRIPTS = {
    "bash": r"""
_gridgames() {
    local word about files= current=${COMP_WORDS[COMP_CWORD]}
    COMPREPLY=()
    while IFS=$'\t' read -r word about; do
        if [[ $word == / ]]; then
            files=1
            compopt -o filenames
            while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -f -- "$current")
        else
            [[ $files ]] || printf -v word %q "$word"
            COMPREPLY+=("$word")
        fi
    done < <(VARIABLE=TABLE gridgames "${COMP_WORDS[@]:1:COMP_CWORD-1}" ":$current" 2>/dev/null)
}
complete -F _gridgames gridgames
""",
    "zsh": r"""
#compdef gridgames
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
_gridgames() {
    local word about
    local -a found shown
    while IFS=$'\t' read -r word about; do
        if [[ $word == / ]]; then
            _files
        else
            found+=("$word")
            shown+=("$word${about:+  -- $about}")
        fi
    done < <(
        VARIABLE=TABLE gridgames "${(@)words[2,CURRENT-1]}" ":${words[CURRENT]}" 2>/dev/null
    )
    (( $#found )) && compadd -U -l -d shown -a found
}
compdef _gridgames gridgames
""",
    "fish": r"""
function __gridgames
    set -l before (commandline -opc)
    set -e before[1]
    set -l current (commandline -ct)
    for line in (env VARIABLE=TABLE gridgames $before ":$current" 2>/dev/null)
        if test "$line" = /
            __fish_complete_path "$current"
        else
            echo $line
        end
    end
end
complete -c gridgames -f -a '(__gridgames)'
""",
    "powershell": r"""
Register-ArgumentCompleter -Native -CommandName gridgames -ScriptBlock {
    param($current, $line, $cursor)
    $before = @($line.CommandElements | Select-Object -Skip 1 | ForEach-Object { "$_" })
    if ($current) { $before = @($before | Select-Object -SkipLast 1) }
    $before = @($before | ForEach-Object { $_.Trim("'", '"') })
    $typed = "$current".TrimStart("'", '"')
    $encoding = [Console]::OutputEncoding
    $env:VARIABLE = TABLE
    try {
        [Console]::OutputEncoding = [Text.Encoding]::UTF8
        $answer = @(gridgames @before ":$typed")
    } finally {
        [Console]::OutputEncoding = $encoding
        Remove-Item env:VARIABLE
    }
    $answer | ForEach-Object {
        $word, $about = $_ -split "`t", 2
        if ($word -eq '/') {
            [Management.Automation.CompletionCompleters]::CompleteFilename($typed)
        } else {
            if (-not $about) { $about = $word }
            $quoted = "'" + $word.Replace("'", "''") + "'"
            if ($word -match '^[\w./:=+\\-]+$') { $quoted = $word }
            [Management.Automation.CompletionResult]::new($quoted, $word, 'ParameterValue', $about)
        }
    }
}
""",
}
