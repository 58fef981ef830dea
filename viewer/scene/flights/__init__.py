"""Flights from view to view: their way (`flight_path`), followed by the clock (`flight`)."""
