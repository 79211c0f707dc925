"""Many games between bots: played in this process, in worker processes or on a cluster."""
