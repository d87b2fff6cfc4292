"""Adapters to other libraries: Gymnasium, PettingZoo, OpenSpiel, Parquet."""
