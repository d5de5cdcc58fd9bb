"""Pictures of the table, made of views."""
