"""Books: laid out section by section, with what is kept from one layout to the next."""
