"""The commands of the program, and what they share: options, help, answers, the installation."""
