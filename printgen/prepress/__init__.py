"""Files for a print shop: colours as inks, and PDF/X."""
