"""The interfaces between the program and its games, which the wings implement."""
