"""Pages: what each guest is shown, and the templates and files that show it."""
