"""Entries from spreadsheets: CSV, TSV, XLSX and ODS files, a row an entry."""
