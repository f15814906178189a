"""What the evidence says of each quantity, and the verdict on it. No file and no layout is known here."""
