/** The units of a result as rows of hours: output as a share of the largest, in an order that is chosen (pure). */
import { type Matrix, matrixOf, rowsByName, sum } from './matrix.ts';
import type { Result, Unit } from './pack.ts';
import type { Groups } from './sources.ts';

/** `group`: group after group, each under its head. */
export type Order = 'group' | 'start' | 'energy' | 'name';

export interface UnitRows extends Matrix {
  /** Rows that are heads of groups, which have no values, and the colour of each. */
  readonly heads: ReadonlyMap<number, string>;
}

/** A unit that is on and gives nothing is told from one that is off. */
const LEAST_SHADE = 0.15;
/** Share of Pmax -> shade, and back; 0 is off. */
const shadeOf = (share: number): number => LEAST_SHADE + (1 - LEAST_SHADE) * Math.min(1, Math.max(0, share));
export const shareOf = (shade: number): number => (shade - LEAST_SHADE) / (1 - LEAST_SHADE);

/** Units of one rank by size, the largest first, then by name. */
export function unitRows(
  { commitment, dispatch_mw }: Pick<Result, 'commitment' | 'dispatch_mw'>,
  units: readonly Unit[],
  groups: Groups,
  order: Order,
): UnitRows {
  const [onOf, outputOf] = [rowsByName(commitment), rowsByName(dispatch_mw)];
  const ranks: Readonly<Record<Order, (name: string) => number>> = {
    group: groups.of,
    // Behind all hours when it is never on.
    start: (name) => onOf(name).indexOf(1) >>> 0,
    energy: (name) => -sum(outputOf(name)),
    name: () => 0,
  };
  const sorted = units
    .map(({ name, p_max }) => ({ name, p_max, rank: ranks[order](name), size: order === 'name' ? 0 : p_max }))
    .sort((a, b) => a.rank - b.rank || b.size - a.size || BY_NAME.compare(a.name, b.name));
  const rows: (readonly [string, Float64Array])[] = [];
  const heads = new Map<number, string>();
  let last: number | undefined;
  for (const { name, p_max, rank } of sorted) {
    const group = order === 'group' && rank !== last ? groups.list[rank] : undefined;
    if (group) {
      heads.set(rows.length, group.color);
      rows.push([group.name, new Float64Array(commitment.hours)]);
    }
    last = rank;
    const on = onOf(name);
    rows.push([name, outputOf(name).map((mw, hour) => (on[hour] ? shadeOf(mw / (p_max || 1)) : 0))]);
  }
  return { ...matrixOf(rows), heads };
}

const BY_NAME = new Intl.Collator(undefined, { numeric: true });
