/**
 * Text that a spreadsheet would run as a formula (CWE-1236) is preceded by an apostrophe. Other programs see the
 * apostrophe as part of the name, consistently in all tables; the readers here remove it.
 */

/** Leading apostrophes are included, so that they survive a round trip. Numbers such as -5 are not formulas. */
const FORMULA = /^'*(?![+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$)[=+\-@\t\r\0＝＋－＠]/i;

export const isFormula = (text: string): boolean => FORMULA.test(text);

export const defuse = (text: string): string => (isFormula(text) ? `'${text}` : text);

/** Reverses `defuse`. */
export const undefuse = (cell: string): string =>
  cell.startsWith("'") && isFormula(cell.slice(1)) ? cell.slice(1) : cell;
