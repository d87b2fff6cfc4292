"""What is in the box, read from YAML and validated."""
