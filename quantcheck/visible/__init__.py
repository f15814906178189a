"""What a reader sees of a text, each character with its place, and where no expression goes on."""
