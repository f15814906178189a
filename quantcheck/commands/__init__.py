"""The commands of the command line, one module each, imported when the command runs."""
