"""Is this position possible?"""
