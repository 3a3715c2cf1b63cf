"""The live preview: the products of a project in a browser, as they will print."""
