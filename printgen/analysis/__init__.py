"""What entries mean: stat values, counts, expressions, resolved references, boards. No problems
are reported here."""
