"""What the tool promises whatever fails: disks, signals, neighbours, hostile files."""
