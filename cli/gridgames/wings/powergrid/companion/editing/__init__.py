"""The editor of a Power Grid position: cities, plants, fuel and money, entered by pointing."""
