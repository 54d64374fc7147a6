"""What is set up in a repository so that Git itself checks, merges and shows our files; and taken down again."""
