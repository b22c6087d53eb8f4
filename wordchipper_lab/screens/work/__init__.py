"""Long work in threads: started, reported, stopped; only the newest question is answered."""
