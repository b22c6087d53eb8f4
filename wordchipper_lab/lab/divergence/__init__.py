"""Where do two lexers differ? Found in texts, swept over all short strings, proved for all texts, explained, shrunk."""
