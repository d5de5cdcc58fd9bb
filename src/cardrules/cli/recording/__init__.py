"""What `cardrules record` is made of: the match that is entered, what an entry says, the dialogue."""
