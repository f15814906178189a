"""What has digits and is no quantity: dates, versions, names, ordinals, idioms. No value is known here."""
