/**
 * The first characters that make a spreadsheet read a cell as a formula, for `escapeFormulae` of papaparse: also before a line end,
 * where its own pattern ends, and in their full-width forms, which some spreadsheets take as well.
 */
export const formulaStart = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;
