"""The languages of the program."""
