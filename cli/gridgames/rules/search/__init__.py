"""One search over rules, the rows of comparisons and topics, in the words of people."""
