"""How two sides handle a rule: what ``gridgames compare`` says, and the positions it plays."""
