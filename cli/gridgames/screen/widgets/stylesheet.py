"""The style sheets of the full screens."""

SCREEN_CSS = """
Screen { background: $background; color: $foreground; }
"""

GAME_CSS = (
    SCREEN_CSS
    + """
#title { height: 1; background: $panel; padding: 0 1; text-wrap: nowrap; }
#middle { height: 1fr; layers: below above; }
#cards { layer: above; position: absolute; width: auto; height: auto; display: none;
         background: $background; }
.phone.tab-panel #cards, .phone.tab-log #cards { display: none; }
#tabs { display: none; height: 1; padding: 0 1; background: $strip; }
.phone #tabs { display: block; }
#board { width: 1fr; background: $background; scrollbar-size: 0 0; }
#side.narrow { padding: 0 0 0 1; }
#panels { height: auto; scrollbar-size: 1 1; }
#panels Panel { height: auto; }
#log-pane { height: 1fr; margin-right: 1; padding: 0 0 0 1; border: round $rule;
            border-title-color: $foreground; border-title-style: bold; scrollbar-size: 1 1; }
.narrow #log-pane { margin: 0; padding: 0; border: none; border-top: solid $rule; }
#log-pane.-hidden { display: none; }
#log { height: auto; }
.phone.tab-board #side, .phone.tab-panel #board, .phone.tab-log #board { display: none; }
.phone.tab-panel #log-pane, .phone.tab-log #panels { display: none; }
.phone.tab-log #log-pane { display: block; }
#guide { height: auto; max-height: 1; padding: 0 1; background: $strip; }
#bar { display: none; height: 1; padding: 0 1; background: $strip; text-wrap: nowrap; }
#lesson { height: auto; max-height: 50%; padding: 0 1; background: $panel; }
#message { height: auto; min-height: 1; max-height: 3; padding: 0 1; background: $strip; }
#command { height: 1; border: none; padding: 0 1; background: $field; }
Input > .input--placeholder { color: $hint; }
.box Panel { height: auto; }
#keys { height: auto; min-height: 1; padding: 0 1; background: $panel; text-wrap: nowrap; }
TextDialog, MenuDialog, Question, RulesDialog, ChartDialog {
    align: center middle; background: #000000 50%; }
HandOver { align: center middle; background: $background; }
.box { width: 76; max-width: 96%; height: auto; max-height: 90%; padding: 0 2;
       border: round $frame; background: $surface; }
.box.small { width: 60; }
.box.large { width: 90; height: 90%; }
.box VerticalScroll { height: auto; max-height: 70vh; scrollbar-size: 1 1; }
.box.large #rule { height: 1fr; max-height: 100%; border-top: solid $rule; }
.box OptionList { height: auto; max-height: 70vh; border: none; background: $surface;
                  scrollbar-size: 1 1; padding: 0; }
.box.large OptionList { max-height: 25vh; }
.box.chart { width: 96%; height: 94%; max-height: 94%; }
.box.chart VerticalScroll { height: 1fr; max-height: 100%; }
EndDialog { align: right middle; background: transparent; }
EndDialog .box { padding: 0 1; height: 96%; max-height: 96%; }
EndDialog .box VerticalScroll { height: 1fr; max-height: 100%; }
.box Input { border: none; height: 1; background: $field; }
"""
)
