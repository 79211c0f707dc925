"""``gridgames completion``: scripts that let shells complete commands, files, rules and cities.

At a TAB a script runs the program with the words up to the cursor, the last one after a colon, so
that it is never empty. The program answers with a line for each word that can follow: the word, a
tab and its help. The line ``/`` stands for the files that the shell itself can find.
"""

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Annotated, Any

import typer

from gridgames.commands.answer_schemas import names
from gridgames.commands.examples import EXAMPLES
from gridgames.commands.typer_classes import paragraphs, subcommands
from gridgames.languages.language import current_language
from gridgames.languages.ledgers import topic_word
from gridgames.languages.messages import say
from gridgames.show import registry
from gridgames.show.wing import RECORD_COMMANDS
from gridgames.system.files import shipped_examples
from gridgames.table.saves.saves import saved_games
from gridgames.terminal import output

Pair = tuple[str, str]  # a word and its help

FILES = "/"
_FILES = ("FILE", "POSITION", "RECORD", "DIR", "FOLDER", "FILE:CLASS")  # placeholders
_MOST_SAVES = 20


class Shell(StrEnum):
    """The shells that have a script."""

    BASH = "bash"
    ZSH = "zsh"
    FISH = "fish"
    POWERSHELL = "powershell"


def completion(
    shell: Annotated[Shell, typer.Argument(help="The shell to complete in.")],
) -> None:
    """Print the script that lets a shell complete commands, options, files, rules and cities.

    It completes in the language in use.

        gridgames completion bash >> ~/.bashrc
        gridgames completion zsh >> ~/.zshrc
        gridgames completion fish >> ~/.config/fish/config.fish
        gridgames completion powershell >> $PROFILE
    """
    output.print_text(SCRIPTS[shell.value].lstrip())


def complete(program: Any, words: Sequence[str]) -> None:
    """Answer a shell: write the words that can follow, each with its help."""
    lines = (f"{word}\t{about}" if about else word for word, about in answer(program, words))
    sys.stdout.buffer.write("".join(f"{line}\n" for line in lines).encode("utf-8", "replace"))


def answer(program: Any, words: Sequence[str]) -> Iterator[Pair]:
    """Yield the words that can follow, each with its help."""
    *before, current = [word for word in words if word != "="] or [":"]
    current = current.removeprefix(":").removeprefix("=")
    context = program.context_class(program)
    place, waiting = 0, None  # of the next argument; the option that takes the next word
    for word in before:
        if waiting:
            waiting = None
        elif word[:1] == "-" and len(word) > 1:
            option = None if "=" in word else _options(context).get(word)
            waiting = option if option and not option.is_flag else None
        elif word in subcommands(context):
            command = context.command.get_command(context, word)
            context, place = command.context_class(command, info_name=word, parent=context), 0
        else:
            place += 1
    if waiting:
        yield from _starting(words_of(waiting, context), current)
    elif current[:1] == "-":
        flag, equals, value = current.partition("=")
        if not equals:
            known = ((name, _about(one.help)) for name, one in _options(context).items())
            yield from _starting(known, current)
        elif option := _options(context).get(flag):
            found = _starting(words_of(option, context), value)
            yield from ((f"{flag}={word}", about) for word, about in found)
    else:
        commands = (
            (name, _about(context.command.help_of(context, name))) for name in subcommands(context)
        )
        yield from _starting(commands, current)
        arguments = [one for one in _parameters(context) if one.param_type_name == "argument"]
        if arguments and (place < len(arguments) or any(one.nargs == -1 for one in arguments)):
            argument = arguments[min(place, len(arguments) - 1)]
            yield from _starting(words_of(argument, context), current)


def _parameters(context: Any) -> list[Any]:
    found: list[Any] = context.command.get_params(context)
    return found


def _options(context: Any) -> dict[str, Any]:
    """Return the options of a command by their flags."""
    options = (one for one in _parameters(context) if one.param_type_name == "option")
    return {flag: one for one in options for flag in (*one.opts, *one.secondary_opts)}


def _starting(found: Iterable[Pair], current: str) -> Iterator[Pair]:
    """Yield those that start with what is typed, whatever its case, and the line for files."""
    typed = current.casefold()
    for word, about in found:
        if word == FILES or word.casefold().startswith(typed):
            yield word, about


def _about(text: str | None) -> str:
    """Return the first sentence of a help text, in the language in use."""
    told = say(next(paragraphs(text)))
    return " ".join(told.partition(". ")[0].rstrip(".").split())


def words_of(parameter: Any, context: Any) -> Iterator[Pair]:
    """Yield the words that a parameter takes; files come first, as shells want to know of them."""
    if choices := getattr(parameter.type, "choices", ()):
        yield from ((one, "") for one in choices)
        return
    command, is_argument = context.info_name, parameter.param_type_name == "argument"
    parts = (parameter.metavar or "").strip("[].").split("|")
    if any(part in _FILES for part in parts):
        yield FILES, ""
        if is_argument and command in RECORD_COMMANDS:
            yield from ((str(one), "") for one in saved_games()[:_MOST_SAVES])
        if is_argument and command != "resume":
            yield from _examples()
    for part in parts:
        if part.islower():
            yield part, ""
        elif source := _sources().get((command, part)) or _sources().get(("", part)):
            yield from source()


def _sources() -> Mapping[tuple[str, str], Callable[[], Iterable[Pair]]]:
    """Return where the words of a placeholder come from; some belong to one command only."""
    found: dict[tuple[str, str], Callable[[], Iterable[Pair]]] = {
        ("", "ID"): _rules,
        ("", "TOPIC"): _topics,
        ("", "NAME=VALUE"): _values,
        ("examples", "NAME"): _examples,
        ("schema", "NAME"): lambda: ((name, "") for name in names() if " " not in name),
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


def _values() -> Iterable[Pair]:
    for wing in registry.wings():
        for name, option in wing.game.OPTIONS.items():
            for value in option.values:
                yield f"{name}={json.dumps(value).strip(chr(34))}", say(option.title)


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
    done < <(
        _GRIDGAMES_COMPLETE=1 gridgames "${COMP_WORDS[@]:1:COMP_CWORD-1}" ":$current" 2>/dev/null
    )
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
        _GRIDGAMES_COMPLETE=1 gridgames "${(@)words[2,CURRENT-1]}" ":${words[CURRENT]}" 2>/dev/null
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
    for line in (env _GRIDGAMES_COMPLETE=1 gridgames $before ":$current" 2>/dev/null)
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
    $env:_GRIDGAMES_COMPLETE = 1
    try {
        [Console]::OutputEncoding = [Text.Encoding]::UTF8
        $answer = @(gridgames @before ":$typed")
    } finally {
        [Console]::OutputEncoding = $encoding
        Remove-Item env:_GRIDGAMES_COMPLETE
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
