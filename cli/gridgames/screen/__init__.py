"""Both games in full screen: pictures without a terminal, and the Textual program around them."""
