"""The desk: reads typed lines and does their commands; plain mode and full screen show answers."""
