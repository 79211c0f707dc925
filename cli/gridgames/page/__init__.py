"""The page of ``gridgames serve``: tables at which friends play together in their browsers."""
