"""Pages to sheets: where each face goes, as plain data, and then as PDF."""
