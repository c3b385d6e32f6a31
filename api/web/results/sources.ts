/**
 * Sources of power by hour. Kinds of generation, or cost bands, are the layers of a stack, from bottom to top; units
 * are rows of a heat map. Pure.
 */

import { capacityOf } from '../../../temporal/case/arithmetic/output-limits.ts';
import { meanOf } from '../../../temporal/case/arithmetic/series.ts';
import {
  FUEL_KINDS,
  isGuessed,
  type Kind,
  kindName,
  kindOfRenewable,
  kindOfUnit,
} from '../../client/fuels.ts';
import { plain } from '../parts/format.ts';
import { type Matrix, matrixOf, rowNamed, rowsOf, sum } from './matrix.ts';
import type { Case, Result, Unit } from './pack.ts';

interface Group {
  readonly name: string;
  readonly color: string;
}

type Grouping = 'fuel' | 'cost';

export type Sources = Pick<Case, 'generators' | 'renewables'> & Partial<Pick<Case, 'storage'>>;

/**
 * Grouping of the units: by fuel if units with a known kind of fuel have at least half of the capacity, else by cost.
 */
export function groupingOf({ generators }: Pick<Sources, 'generators'>): Grouping {
  const signedCapacities = generators.map((unit) =>
    kindOfUnit(unit) === 'other' ? -capacityOf(unit) : capacityOf(unit),
  );
  return sum(signedCapacities) >= 0 ? 'fuel' : 'cost';
}

/** Groups of units and renewables. */
export interface Groups {
  /** Groups from the bottom of a stack to its top. */
  readonly list: readonly Group[];
  /** Returns the position of the group of a unit or renewable. */
  readonly of: (name: string) => number;
}

/**
 * Groups by fuel or by cost. Renewables and storage are always grouped by kind; cost bands come before them in the
 * list.
 */
export function groupsOf(
  { generators, renewables = [], storage = [] }: Sources,
  by: 'fuel' | 'cost',
): Groups {
  const bands = costBands(by === 'cost' ? generators : []);
  const kinds = new Map<string, Kind>(storage.map(({ name }) => [name, 'storage']));
  for (const unit of renewables) kinds.set(unit.name, kindOfRenewable(unit));
  for (const unit of generators) kinds.set(unit.name, kindOfUnit(unit));
  const guesses = (kind: Kind): boolean[] =>
    [...generators, ...renewables].flatMap((unit) =>
      kinds.get(unit.name) === kind ? [isGuessed(unit, kind)] : [],
    );
  const bandList = [...new Set(bands.values())];
  const list = [
    ...bandList,
    ...FUEL_KINDS.map(({ kind, color }) => ({ name: kindName(kind, guesses(kind)), color })),
  ];
  const kindPlace = (kind: Kind): number =>
    bandList.length + FUEL_KINDS.findIndex((each) => each.kind === kind);
  return {
    list,
    of: (name) => {
      const band = bands.get(name);
      return band ? bandList.indexOf(band) : kindPlace(kinds.get(name) ?? 'other');
    },
  };
}

interface Parts {
  readonly dispatch: Matrix;
  readonly renewables: Matrix;
  /** Discharge of storage, MW. */
  readonly discharge: Matrix;
  readonly given: Sources;
}

export interface Layer extends Group {
  readonly values: Float64Array;
}

export const layersOf = (
  { dispatch, renewables, discharge, given }: Parts,
  by = groupingOf(given),
): Layer[] => groupLayers([dispatch, renewables, discharge], groupsOf(given, by));

/** Layers: for each group, the sum of its rows. A group without output has no layer. */
export function groupLayers(matrices: readonly Matrix[], { list, of }: Groups): Layer[] {
  const hours = Math.max(...matrices.map((matrix) => matrix.hours));
  const sums = list.map(() => new Float64Array(hours));
  for (const [name, values] of matrices.flatMap(rowsOf)) {
    const total = sums[of(name)];
    if (total) for (const [hour, mw] of values.entries()) total[hour] = (total[hour] ?? 0) + mw;
  }
  return list.flatMap((group, place) => {
    const values = sums[place] ?? new Float64Array(hours);
    return values.some((mw) => mw !== 0) ? [{ ...group, values }] : [];
  });
}

/** Colours of cost bands, from cheap to expensive. There are at most as many bands as colours. */
const COLORS = ['#274d7d', '#3f86b0', '#7fb6a8', '#d9b65c', '#b9653b'];

type Priced = Pick<Unit, 'name' | 'p_max' | 'rated' | 'marginal_cost' | 'cost_curve'>;

/** Average incremental cost over the cost curve, $/MWh; without a curve, the marginal cost. */
function energyCost({ marginal_cost, cost_curve }: Priced): number {
  const [first, last] = [cost_curve?.[0], cost_curve?.at(-1)];
  if (!first || !last) return meanOf(marginal_cost);
  const mw = last.mw - first.mw;
  return mw > 0 ? (last.usd_per_h - first.usd_per_h) / mw : last.usd_per_h / (last.mw || 1);
}

/** Text of an amount, rounded to $0.1 if it is below $10, else to $1. */
const short = (usd: number): string =>
  plain(Math.abs(usd) < 10 ? Math.round(10 * usd) / 10 : Math.round(usd));

/**
 * Unit -> cost band, from the cheapest units to the most expensive. Bands have about equal capacity; units of equal
 * cost are in the same band.
 */
function costBands(units: readonly Priced[]): ReadonlyMap<string, Group> {
  const priced = units.map((unit) => ({ ...unit, usd: energyCost(unit) })).sort((a, b) => a.usd - b.usd);
  const capacity = priced.reduce((total, unit) => total + capacityOf(unit), 0) || 1;
  const bands: (typeof priced)[] = COLORS.map(() => []);
  let [below, at] = [0, 0];
  for (const [i, unit] of priced.entries()) {
    if (short(unit.usd) !== short(priced[i - 1]?.usd ?? Number.NaN))
      at = Math.min(COLORS.length - 1, Math.floor((COLORS.length * below) / capacity));
    bands[at]?.push(unit);
    below += capacityOf(unit);
  }
  return new Map(
    bands.flatMap((band, i) => {
      const [from, to] = [short(band[0]?.usd ?? 0), short(band.at(-1)?.usd ?? 0)];
      const group = { name: `$${from === to ? from : `${from}–${to}`}/MWh`, color: COLORS[i] ?? '' };
      return band.map(({ name }) => [name, group] as const);
    }),
  );
}

export interface UnitRows extends Matrix {
  /** Position of a head row -> colour. A head row names a group and has no values. */
  readonly heads: ReadonlyMap<number, string>;
}

/** Shade of a unit that is on with an output of zero; a unit that is off has shade 0. */
const LEAST_SHADE = 0.15;
/** Shade of a unit that is on. `share`: output as a share of Pmax. */
const shadeOf = (share: number): number => LEAST_SHADE + (1 - LEAST_SHADE) * Math.min(1, Math.max(0, share));
export const shareOf = (shade: number): number => (shade - LEAST_SHADE) / (1 - LEAST_SHADE);

/** Rows of units under the head rows of their groups; within a group sorted by capacity, then by name. */
export function unitRows(
  { commitment, dispatch_mw }: Pick<Result, 'commitment' | 'dispatch_mw'>,
  units: readonly Unit[],
  groups: Groups,
): UnitRows {
  const sorted = units
    .map(({ name, ...unit }) => ({ name, capacity: capacityOf(unit), place: groups.of(name) }))
    .sort((a, b) => a.place - b.place || b.capacity - a.capacity || BY_NAME.compare(a.name, b.name));
  const rows: (readonly [string, Float64Array])[] = [];
  const heads = new Map<number, string>();
  for (const [i, { name, capacity, place }] of sorted.entries()) {
    const group = groups.list[place];
    if (group && place !== sorted[i - 1]?.place) {
      heads.set(rows.length, group.color);
      rows.push([group.name, new Float64Array(commitment.hours)]);
    }
    const [on, output] = [rowNamed(commitment, name), rowNamed(dispatch_mw, name)];
    rows.push([name, output.map((mw, hour) => (on[hour] ? shadeOf(mw / (capacity || 1)) : 0))]);
  }
  return { ...matrixOf(rows), heads };
}

const BY_NAME = new Intl.Collator(undefined, { numeric: true });
