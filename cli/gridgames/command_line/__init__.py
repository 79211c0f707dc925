"""The parts that all commands share: options, help pages, and translated usage errors."""
