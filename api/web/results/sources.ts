/** Where the power comes from, hour by hour: kinds of generation or units as layers, from the bottom up (pure). */
import { colorOf, FUEL_KINDS, type Kind, kindOfRenewable, kindOfUnit } from '../../client/fuels.ts';
import { PALETTE } from '../charts/color-scale.ts';
import { costBands, type Group } from './cost-bands.ts';
import { hourlySums, type Matrix, matrixOf, rowOf, sum } from './matrix.ts';
import type { Case } from './pack.ts';

export type Grouping = 'fuel' | 'cost' | 'unit';

type Sources = Pick<Case, 'generators' | 'renewables'>;

/** Whether fuels tell units apart: at least half of the capacity has a kind. */
export function knowsFuels({ generators }: Sources): boolean {
  const known = generators.map((unit) => (kindOfUnit(unit) === 'other' ? -unit.p_max : unit.p_max));
  return sum(known) >= 0;
}

/** What units and renewables are put together in. */
export interface Groups {
  /** From the bottom of a stack to its top. */
  readonly list: readonly Group[];
  /** Place in the list of the group of a unit or renewable. */
  readonly of: (name: string) => number;
}

const KINDS = FUEL_KINDS.map(({ text, color }): Group => ({ name: text, color }));
/** Kinds are the last of a list of groups, in their order. */
const fromEnd = (kind: Kind): number => FUEL_KINDS.findIndex((each) => each.kind === kind) - KINDS.length;

/** By fuel; or by cost, where renewables and storage have no bands and keep their kinds. */
export function groupsOf({ generators, renewables = [] }: Sources, by: 'fuel' | 'cost'): Groups {
  const bands = costBands(by === 'cost' ? generators : []);
  const list = [...new Set(bands.values()), ...KINDS];
  const kindPlace = (kind: Kind): number => list.length + fromEnd(kind);
  const places = new Map(renewables.map((unit) => [unit.name, kindPlace(kindOfRenewable(unit))]));
  for (const unit of generators) {
    const band = bands.get(unit.name);
    places.set(unit.name, band ? list.indexOf(band) : kindPlace(kindOfUnit(unit)));
  }
  return { list, of: (name) => places.get(name) ?? kindPlace('other') };
}

interface Parts {
  readonly dispatch: Matrix;
  readonly renewables: Matrix;
  /** Discharged by storage, MW. */
  readonly discharge: Matrix;
  readonly given: Sources;
}

export interface Layer extends Group {
  readonly values: Float64Array;
}

/** More cannot be told apart. */
const LAYERS = 8;

export const layersOf = (parts: Parts, by: Grouping): Layer[] =>
  by === 'unit'
    ? folded([parts.dispatch, parts.renewables, parts.discharge].flatMap(rowsOf))
    : byGroup(parts, groupsOf(parts.given, by));

/** What gives nothing in any hour has no layer. */
function byGroup({ dispatch, renewables, discharge }: Parts, { list, of }: Groups): Layer[] {
  const hours = Math.max(dispatch.hours, renewables.hours, discharge.hours);
  const sums = list.map(() => new Float64Array(hours));
  const add = (matrix: Matrix, place: Groups['of']): void => {
    for (const [row, name] of matrix.names.entries()) {
      const total = sums[place(name)] ?? new Float64Array(hours);
      for (let hour = 0, at = row * matrix.hours; hour < matrix.hours; hour += 1, at += 1)
        total[hour] = (total[hour] ?? 0) + (matrix.values[at] ?? 0);
    }
  };
  add(dispatch, of);
  add(renewables, of);
  add(discharge, () => list.length + fromEnd('storage'));
  return list.flatMap((group, place) => {
    const values = sums[place] ?? new Float64Array(hours);
    return values.some((mw) => mw !== 0) ? [{ ...group, values }] : [];
  });
}

type Row = readonly [name: string, values: Float64Array];

const rowsOf = (matrix: Matrix): Row[] => matrix.names.map((name, row) => [name, rowOf(matrix, row)]);

/** The rows of a matrix as layers. */
export const largestFirst = (matrix: Matrix): Layer[] => folded(rowsOf(matrix));

/** Layers from the largest to the smallest; what is beyond the eighth is one layer, in grey. */
function folded(rows: readonly Row[]): Layer[] {
  const bySize = rows
    .map((row) => ({ row, size: sum(row[1]) }))
    .sort((a, b) => b.size - a.size)
    .map(({ row }) => row);
  const rest = bySize.length > LAYERS ? matrixOf(bySize.splice(LAYERS - 1)) : undefined;
  return [
    ...bySize.map(([name, values], row) => ({ name, values, color: PALETTE[row] ?? '' })),
    ...(rest
      ? [{ name: `${rest.names.length} others`, values: hourlySums(rest), color: colorOf('other') }]
      : []),
  ];
}
