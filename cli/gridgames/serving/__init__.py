"""The full screen in a browser: a small server, and a process for each open page."""
