"""Output formats: each module turns a report into text, and opens no file."""
