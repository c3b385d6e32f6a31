/** DC flows, including phase shifts, by plain dense elimination, independent of the sparse code under test. */
import type { NetworkLine } from '../../../../activities/network/network.ts';

/** Flow on each line, 0 on lost lines. Islands follow from the remaining lines. */
export function denseFlows(
  buses: number,
  lines: readonly NetworkLine[],
  injection: Float64Array,
  lost: readonly number[] = [],
): number[] {
  const remainingLines = lines.map((line, position) =>
    lost.includes(position) ? { ...line, susceptance: 0 } : line,
  );
  const part = parts(buses, lines, lost);
  const matrix = Array.from({ length: buses }, (_, bus) => {
    const row = new Array<number>(buses + 1).fill(0);
    if (part.indexOf(part[bus] ?? 0) === bus) row[bus] = 1;
    else fillBalance(row, bus, remainingLines, injection[bus] ?? 0);
    return row;
  });
  const theta = gauss(matrix);
  return remainingLines.map(
    (line) => line.susceptance * ((theta[line.from] ?? 0) - (theta[line.to] ?? 0) - line.shift),
  );
}

/** Smallest bus of the island of each bus, found by repeated propagation. */
export function parts(buses: number, lines: readonly NetworkLine[], lost: readonly number[] = []): number[] {
  const part = Array.from({ length: buses }, (_, bus) => bus);
  for (let changed = true; changed; ) {
    changed = false;
    for (const [position, { from, to }] of lines.entries()) {
      const least = Math.min(part[from] ?? 0, part[to] ?? 0);
      if (lost.includes(position) || (part[from] === least && part[to] === least)) continue;
      part[from] = least;
      part[to] = least;
      changed = true;
    }
  }
  return part;
}

function fillBalance(row: number[], bus: number, lines: readonly NetworkLine[], injection: number): void {
  let shifted = 0;
  for (const { from, to, susceptance, shift } of lines) {
    if (from !== bus && to !== bus) continue;
    shifted += (from === bus ? 1 : -1) * susceptance * shift;
    const other = from === bus ? to : from;
    row[bus] = (row[bus] ?? 0) + susceptance;
    row[other] = (row[other] ?? 0) - susceptance;
  }
  row[row.length - 1] = injection + shifted;
}

function gauss(rows: number[][]): number[] {
  const size = rows.length;
  for (let column = 0; column < size; column++) {
    const rest = rows.slice(column).map((row) => Math.abs(row[column] ?? 0));
    const best = column + rest.indexOf(Math.max(...rest));
    const pivot = rows[best] ?? [];
    rows[best] = rows[column] ?? pivot;
    rows[column] = pivot;
    for (const row of rows) if (row !== pivot) subtract(row, pivot, column);
  }
  return rows.map((row, index) => (row[size] ?? 0) / (row[index] ?? 1));
}

/** Makes the entry of a row in a column zero, by subtracting the pivot row. */
function subtract(row: number[], pivot: number[], column: number): void {
  const factor = (row[column] ?? 0) / (pivot[column] ?? 1);
  if (factor === 0) return;
  for (const [entry, value] of pivot.entries()) row[entry] = (row[entry] ?? 0) - factor * value;
}
