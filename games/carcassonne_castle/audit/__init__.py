"""Is this table possible?"""
