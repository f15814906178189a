"""What a report says in words, and text of the input made safe to show. Nothing is laid out here."""
