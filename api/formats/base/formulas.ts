/**
 * Protection against cells that a spreadsheet would run as formulas (CWE-1236). Writers put an apostrophe before such a
 * text. The readers of this service remove it; other programs read it as part of the name, in all tables alike.
 */

/**
 * Pattern of a text that needs an apostrophe. Texts that begin with apostrophes before a formula need one too, so that
 * reading restores them; numbers such as -5 do not.
 */
const FORMULA = /^'*(?![+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$)[=+\-@\t\r\0＝＋－＠]/i;

export const isFormula = (text: string): boolean => FORMULA.test(text);

export const defuse = (text: string): string => (isFormula(text) ? `'${text}` : text);

/** Removes the apostrophe that `defuse` adds. */
export const undefuse = (cell: string): string =>
  cell.startsWith("'") && isFormula(cell.slice(1)) ? cell.slice(1) : cell;
