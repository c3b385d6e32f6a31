/** Names and numbers in the files that solvers read and write. */

/** A column or row is called by a letter and its position. */
export const columnName = (position: number): string => `C${position}`;
export const rowName = (position: number): string => `R${position}`;

/** Position of a column or row name; undefined for any other name. */
function positionOf(name: string): number | undefined {
  return /^[CR]\d+$/.test(name) ? Number(name.slice(1)) : undefined;
}

/** What solvers print for infinity is at least this. */
const INFINITY = 1e20;

/** A number as solvers print it; null for none, for text such as `-`, and for what stands for infinity. */
export function numberIn(text: string | undefined): number | null {
  const value = text === undefined || text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) && Math.abs(value) < INFINITY ? value : null;
}

/** Pairs of a column's name and its value as text -> values by position; undefined unless every column has one. */
export function valuesByName(
  pairs: Iterable<readonly (string | undefined)[]>,
  columns: number,
): Float64Array | undefined {
  const values = new Float64Array(columns).fill(Number.NaN);
  for (const [name = '', text = ''] of pairs) {
    const position = name.startsWith('C') ? positionOf(name) : undefined;
    if (position !== undefined && position < columns && text !== '') values[position] = Number(text);
  }
  return values.every(Number.isFinite) ? values : undefined;
}
