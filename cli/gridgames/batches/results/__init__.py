"""The results of a batch: counts, intervals, ratings, and the files and texts made of them."""
