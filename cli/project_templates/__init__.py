"""What `rulekeep new` begins with: the files of a small game and of a small bot, as templates."""
