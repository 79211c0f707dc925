"""What all commands share: options, help pages, and usage errors in the language in use."""
