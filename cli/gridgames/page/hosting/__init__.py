"""Tables and their host: seats, bots, chat, clocks, the lobby, and what is kept on the disk."""
