"""What entries mean, and every check of content."""
