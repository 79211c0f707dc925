"""What the program asks of a game and shares between games; their wings stand on it."""
