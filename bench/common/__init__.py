"""What the comparisons share: data, rivals, the program tkl, results on disk, and how a page is made of them."""
