"""The terminal: output, input, files and exit codes."""
