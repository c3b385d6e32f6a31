/**
 * Text that a spreadsheet would run as a formula (CWE-1236): an apostrophe before it makes it text. Programs see the
 * apostrophe as part of the name, alike in every table; the readers here take it away again.
 */

/** Apostrophes count, so that text that has one of its own comes back with it. Numbers such as -5 are no formulas. */
const FORMULA = /^'*(?![+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$)[=+\-@\t\r\0＝＋－＠]/i;

export const isFormula = (text: string): boolean => FORMULA.test(text);

export const defuse = (text: string): string => (isFormula(text) ? `'${text}` : text);

/** What `defuse` was given. */
export const undefuse = (cell: string): string =>
  cell.startsWith("'") && isFormula(cell.slice(1)) ? cell.slice(1) : cell;
