"""The full screen in a browser: a small server, and a process for each page that is open."""
