/** Names of columns and rows in the files that a solver reads and writes: a letter and the position. */
export const columnName = (position: number): string => `C${position}`;
export const rowName = (position: number): string => `R${position}`;

/** Position of a column or row name; undefined for any other name. */
export function positionOf(name: string): number | undefined {
  return /^[CR]\d+$/.test(name) ? Number(name.slice(1)) : undefined;
}
