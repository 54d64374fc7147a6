"""What files say, and what changed in them, in the words of their contract: a line for each fact."""
