/** Where the power comes from, hour by hour: units or fuels as layers, largest first (pure). */
import { hourlySums, type Matrix, matrixOf, rowOf, sum } from './matrix.ts';

export type Grouping = 'fuel' | 'unit';

interface Parts {
  readonly dispatch: Matrix;
  readonly renewables: Matrix;
  /** Discharged by storage, MW. */
  readonly discharge: Matrix;
  readonly fuels: ReadonlyMap<string, string>;
}

/** More layers cannot be told apart. */
const LAYERS = 8;

export function layersOf({ dispatch, renewables, discharge, fuels }: Parts, by: Grouping): Matrix {
  const rows =
    by === 'unit'
      ? [dispatch, renewables, discharge].flatMap(rowsOf)
      : [...byFuel(dispatch, fuels), ...kind('renewables', renewables), ...kind('storage', discharge)];
  return folded(rows);
}

type Row = readonly [name: string, values: Float64Array];

const rowsOf = (matrix: Matrix): Row[] => matrix.names.map((name, row) => [name, rowOf(matrix, row)]);

const kind = (name: string, matrix: Matrix): Row[] =>
  matrix.names.length > 0 ? [[name, hourlySums(matrix)]] : [];

function byFuel(dispatch: Matrix, fuels: ReadonlyMap<string, string>): Row[] {
  const fuelOf = (name: string): string => fuels.get(name) ?? 'other units';
  return [...new Set(dispatch.names.map(fuelOf))].map((fuel) => [
    fuel,
    hourlySums(dispatch, (row) => fuelOf(dispatch.names[row] ?? '') === fuel),
  ]);
}

/** The rows of a matrix as layers. */
export const largestFirst = (matrix: Matrix): Matrix => folded(rowsOf(matrix));

/** Layers from the largest to the smallest; what is beyond the eighth is one layer. */
function folded(rows: readonly Row[]): Matrix {
  const bySize = rows
    .map((row) => ({ row, size: sum(row[1]) }))
    .sort((a, b) => b.size - a.size)
    .map(({ row }) => row);
  if (bySize.length <= LAYERS) return matrixOf(bySize);
  const rest = matrixOf(bySize.slice(LAYERS - 1));
  return matrixOf([...bySize.slice(0, LAYERS - 1), [`${rest.names.length} others`, hourlySums(rest)]]);
}
