"""The commands of the program, one module for each command or pair of commands."""
