"""The operating system: files, signals, exit codes and parent processes."""
