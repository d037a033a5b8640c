/**
 * The start of a text that a spreadsheet could run as a formula, for `escapeFormulae` of papaparse: one of the signs that begin one,
 * also in full width, and after blanks, quotes or line ends that an import cuts off [D5.4].
 */
export const formulaStart = /^(?:[\t\r\n]|[\s\u200B\uFEFF"']*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/u;
