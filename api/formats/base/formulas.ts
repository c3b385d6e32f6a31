/**
 * Cells that a spreadsheet would run as a formula (CWE-1236). Writers put an apostrophe before such a text. Other
 * programs see the apostrophe as part of the name, consistently in all tables; the readers of this service remove it.
 */

/**
 * Pattern of a text that needs an apostrophe. It includes leading apostrophes, so that they survive a round trip, and
 * excludes numbers such as -5.
 */
const FORMULA = /^'*(?![+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$)[=+\-@\t\r\0＝＋－＠]/i;

export const isFormula = (text: string): boolean => FORMULA.test(text);

export const defuse = (text: string): string => (isFormula(text) ? `'${text}` : text);

/** Removes the apostrophe that `defuse` adds. */
export const undefuse = (cell: string): string =>
  cell.startsWith("'") && isFormula(cell.slice(1)) ? cell.slice(1) : cell;
