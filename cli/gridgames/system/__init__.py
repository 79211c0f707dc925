"""What the operating system gives: files, signals, exit codes and parent processes."""
