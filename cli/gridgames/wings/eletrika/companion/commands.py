"""``gridgames eletrika ...``: the companion for people with the real box on the table."""

from gridgames.command_line.typer_classes import Command
from gridgames.companion.questions import group
from gridgames.wings.eletrika.companion import tiles
from gridgames.wings.eletrika.companion.keep import keep

HELP = """Ask about an Eletrika position: what is lit and why, what may be built, what scores.

A position is typed in one of three forms. The wire form tells who touches whom: a letter for the
kind (U Plant, T Tower, S Substation, P Pole, C City), then the owner (W White, K Black, R Red, G
Green), a number, or both; chains are parted by a semicolon:

    Uk-Tw-T1-Sk-P1-Cg; P1-Pk-Cw

An owner has one pawn there, and two with a plus: Tr+. A number is only part of the name: Tr2 is
another Tower of Red, with one pawn. In the forms that follow Tr2 has two pawns.

A picture shows where things stand: tiles of a row four columns apart, the next row shifted by two,
a dot for an empty tile:

          S   P   CW
    U   TR2 .

The full form has a line for each tile: its cell, its face, what stands and lies on it. Then come
lines for what is beside the board, as many as you want to give:

    0,0     src            # the source
    A=1,0   13/2    T:R2   # tile 13 turned by 2 sixths; Red's Tower, 2 pawns
    E of A  r.tr..  U      # six edges clockwise from east; a Plant, no pawns
    SW SW   ?       *W2    # an unknown tile, on it White's marker of 2 MW
    bonus T                # the kind in high demand
    queue U S P C          # the bonus tiles that come after it
    hand W3 R4             # pawns in hand
    markers W1 R12         # markers in hand
    score W4 R7            # points
    turn W                 # who is to play
    first W                # who began
    stack 12               # tiles face down
    row 5 6 ?              # tiles face up
    round 3                # and "last 14" once the stack has run out

A cell q,r lies q tiles to the east of 0,0 and r to the south-east:

       NW    NE
      0,-1  1,-1
    W -1,0  0,0  1,0 E
      -1,1  0,1
       SW    SE

Or it is told from another: E is one step east of the line above, E of 1,0 of a cell, NE E of A of
the tile that A= names. Edges are r river, l lake, . field, u t s p c a forest that pays for that
kind, and ? unknown. Words may be Portuguese: T:vermelho, vez, L de A.
"""

app = group(
    __name__,
    HELP,
    {
        "check": """Say what is energized and why, what is dark and why, what is broken, fits and
        scores.

        Ends with 0 for a legal position, 1 where rules are broken, 2 for what cannot be read.
        """,
        "show": """Show a recorded game after any action: the board, the players, and what is to be
        done.

        Of a game that is over: who has won, and what it came to by round.
        """,
        "legal": """Say what may be built on each tile and why not, and where tiles fit and how
        turned.

        For a closed tile the two structures that close it are named.
        """,
        "score": """Say what each set is worth now, item by item, and which main action first adds
        to it.""",
        "light": """Say which builds, and tiles with a build, light structures or add to what could
        be scored.""",
        "fit": """Say which of the tiles that are left fit a gap, and how likely one of them turns
        up.

        Without a cell: the gaps that nothing fits any more, and all the others.
        """,
        "best": "Say what a bot would do in the place of a player, and why.",
        "end": """Say who would win if the game were over now, and what each player could still
        score.""",
        "convert": """Write a position in another form, to standard output.

        What a form cannot tell is named in a comment.
        """,
    },
)
app.add_typer(tiles.app, name="tiles")
app.command(cls=Command)(keep)
