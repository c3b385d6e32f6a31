/** Pairs of a column's name and its value as text -> values by position; undefined unless every column has one. */
import { positionOf } from './names.ts';

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
