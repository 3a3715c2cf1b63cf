"""Files for card printers. To add a vendor, write its YAML file; see `catalogue`."""
