-- Fails while it runs.
error("no luck")
