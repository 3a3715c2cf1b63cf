"""What people get: bundles for a shop, files for printers, tables on a screen, pages to read."""
