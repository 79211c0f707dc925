"""Many games between bots: played here, by worker processes or on a cluster, and recorded."""
