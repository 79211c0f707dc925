"""``gridgames eletrika ...``: the companion for people with the real box on the table."""

from gridgames.commands.app import group

HELP = """Ask about an Eletrika position: what is lit and why, what may be built, what scores.

You can type a position in three forms. The wire form shows which structures touch: a letter for the
kind (U Plant, T Tower, S Substation, P Pole, C City), then the owner (W White, K Black, R Red, G
Green), a number, or both. Chains are separated by semicolons:

    Uk-Tw-T1-Sk-P1-Cg; P1-Pk-Cw

An owned structure carries one pawn, or two if a plus follows: Tr+. A number is only part of the
name: Tr2 is another Tower of Red, with one pawn. In the other two forms, Tr2 has two pawns.

A picture shows where things are. Tiles in a row are four columns apart, the next row is shifted by
two, and a dot is an empty tile:

          S   P   CW
    U   TR2 .

The full form has one line per tile: its cell, its face, and the pieces on it. Lines for the things
beside the board follow; give as many as you like:

    0,0     src            # the source
    A=1,0   13/2    T:R2   # tile 13 turned by 2 sixths; Red's Tower, 2 pawns
    E of A  r.tr..  U      # six edges clockwise from east; a Plant, no pawns
    SW SW   ?       *W2    # an unknown tile, on it White's marker of 2 MW
    bonus T                # the kind in high demand
    queue U S P C          # the bonus tiles that come after it
    hand W3 R4             # pawns in hand
    markers W1 R12         # markers in hand
    score W4 R7            # points
    turn W                 # who is to play, or "turn W scored", "turn W done"
    first W                # who began
    stack 12               # tiles face down
    row 5 6 ?              # tiles face up
    round 3                # and "last 14" once the stack has run out

A cell q,r is q tiles east and r tiles southeast of 0,0:

       NW    NE
      0,-1  1,-1
    W -1,0  0,0  1,0 E
      -1,1  0,1
       SW    SE

A cell can also be given relative to another: E is one step east of the cell on the line above, E of
1,0 is one step east of 1,0, and NE E of A is two steps from the tile named by A=. Edges are r
river, l lake, . field, u t s p c a forest that pays for that kind, and ? unknown. Words may be in
any language of the program.
"""

ANSWERS = {"tiles check": (f"{__package__}.tiles", "CheckedTableJson")}

# The module of each, which is loaded when it is asked
QUESTIONS = {
    "check": "judgements",
    "readings": "judgements",
    "show": "forms",
    "legal": "questions",
    "score": "questions",
    "light": "questions",
    "fit": "questions",
    "best": "questions",
    "end": "questions",
    "convert": "forms",
}

app = group(__package__, HELP, QUESTIONS, {"edit": "edit", "keep": "keep", "tiles": "tiles"})
