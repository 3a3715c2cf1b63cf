"""The structure of a PDF, which screen readers read: what WeasyPrint's own tags fall short of."""
