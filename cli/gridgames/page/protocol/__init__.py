"""The protocol for programs: a table over a WebSocket, as one line of JSON for each message."""
