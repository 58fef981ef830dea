"""What leaves the program as files for others: the page, one HTML file (`whole_page`)."""
