"""The widgets of the full screen: panels, dialogs, charts, themes and the command line."""
