/** Where the power comes from, hour by hour: kinds of generation or units as layers, from the bottom up (pure). */
import { FUEL_KINDS, type Kind, kindOfRenewable, kindOfUnit } from '../../client/fuels.ts';
import { PALETTE } from '../charts/color-scale.ts';
import { hourlySums, type Matrix, matrixOf, rowOf, sum } from './matrix.ts';
import type { Case } from './pack.ts';

export type Grouping = 'fuel' | 'unit';

/** Unit or renewable -> its kind. */
export const kindsOf = ({
  generators,
  renewables = [],
}: Pick<Case, 'generators' | 'renewables'>): ReadonlyMap<string, Kind> =>
  new Map([
    ...generators.map((unit) => [unit.name, kindOfUnit(unit)] as const),
    ...renewables.map((unit) => [unit.name, kindOfRenewable(unit)] as const),
  ]);

interface Parts {
  readonly dispatch: Matrix;
  readonly renewables: Matrix;
  /** Discharged by storage, MW. */
  readonly discharge: Matrix;
  readonly kinds: ReadonlyMap<string, Kind>;
}

export interface Layer {
  readonly name: string;
  readonly color: string;
  readonly values: Float64Array;
}

/** More cannot be told apart. */
const LAYERS = 8;

export const layersOf = (parts: Parts, by: Grouping): Layer[] =>
  by === 'unit' ? folded([parts.dispatch, parts.renewables, parts.discharge].flatMap(rowsOf)) : byKind(parts);

/** What gives nothing in any hour has no layer. */
function byKind({ dispatch, renewables, discharge, kinds }: Parts): Layer[] {
  const isOf = (matrix: Matrix, kind: Kind) => (row: number) =>
    (kinds.get(matrix.names[row] ?? '') ?? 'other') === kind;
  const hours = Math.max(dispatch.hours, renewables.hours, discharge.hours);
  return FUEL_KINDS.flatMap(({ kind, text, color }) => {
    const values = new Float64Array(hours);
    const add = (sums: Float64Array): void => {
      for (const [hour, mw] of sums.entries()) values[hour] = (values[hour] ?? 0) + mw;
    };
    for (const matrix of [dispatch, renewables]) add(hourlySums(matrix, isOf(matrix, kind)));
    if (kind === 'storage') add(hourlySums(discharge));
    return values.some((mw) => mw !== 0) ? [{ name: text, color, values }] : [];
  });
}

type Row = readonly [name: string, values: Float64Array];

const rowsOf = (matrix: Matrix): Row[] => matrix.names.map((name, row) => [name, rowOf(matrix, row)]);

/** The rows of a matrix as layers. */
export const largestFirst = (matrix: Matrix): Layer[] => folded(rowsOf(matrix));

/** Layers from the largest to the smallest; what is beyond the eighth is one layer. */
function folded(rows: readonly Row[]): Layer[] {
  const bySize = rows
    .map((row) => ({ row, size: sum(row[1]) }))
    .sort((a, b) => b.size - a.size)
    .map(({ row }) => row);
  const rest = bySize.length > LAYERS ? matrixOf(bySize.splice(LAYERS - 1)) : undefined;
  return [...bySize, ...(rest ? [[`${rest.names.length} others`, hourlySums(rest)] as const] : [])].map(
    ([name, values], row) => ({ name, values, color: PALETTE[row % PALETTE.length] ?? '' }),
  );
}
