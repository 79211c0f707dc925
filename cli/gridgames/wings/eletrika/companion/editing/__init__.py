"""The editor of an Eletrika position: the table as people see it, entered by pointing."""
