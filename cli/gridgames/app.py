"""The commands of the program, and how it ends."""

from collections.abc import Callable
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from gridgames import (
    __version__,
    compare_commands,
    eletrika_commands,
    play_commands,
    powergrid_commands,
    record_commands,
    rules_commands,
    serve_commands,
)
from gridgames.endings import INTERRUPTED, PIPE_CLOSED, UNREADABLE, abandon_output
from gridgames.language import Language, locale_language, speaking
from gridgames.messages import told
from gridgames.output import complain


class Program(TyperGroup):
    """The root command: turns what can go wrong into one message and an exit code."""

    def invoke(self, ctx: Any) -> Any:
        """Run a command. Bad input ends with 2, an interrupt with 130, a closed pipe quietly."""
        from gridcommon.errors import GridgamesError

        try:
            return super().invoke(ctx)
        except GridgamesError as problem:
            complain(told(problem))
            raise SystemExit(UNREADABLE) from None
        except KeyboardInterrupt:
            raise SystemExit(INTERRUPTED) from None
        except BrokenPipeError:
            abandon_output()
            raise SystemExit(PIPE_CLOSED) from None


app = typer.Typer(
    cls=Program,
    help="Exact, explainable engines for Power Grid and Eletrika, at your terminal.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.add_typer(eletrika_commands.app, name="eletrika")
app.add_typer(powergrid_commands.app, name="powergrid")
app.command(cls=compare_commands.CompareCommand)(compare_commands.compare)
_COMMANDS: tuple[Callable[..., None], ...] = (
    play_commands.play,
    play_commands.resume,
    play_commands.replay,
    record_commands.new,
    record_commands.simulate,
    record_commands.verify,
    rules_commands.rules,
)
for command in _COMMANDS:
    app.command()(command)
app.command(context_settings={"allow_extra_args": True, "ignore_unknown_options": True})(
    serve_commands.serve
)


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"gridgames {__version__}")
        raise typer.Exit


@app.callback()
def options(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_version, is_eager=True, help="Say which version it is."
        ),
    ] = False,
    lang: Annotated[
        Language | None,
        typer.Option(
            envvar="GRIDGAMES_LANG",
            help="The language of all that is said; without it that of the locale.",
            metavar="en|pt_BR",
            case_sensitive=False,
        ),
    ] = None,
) -> None:
    """Take what stands before the command."""
    del version
    context.with_resource(speaking(lang or locale_language()))


def run() -> None:
    """Run the command that the command line names."""
    app(prog_name="gridgames")
