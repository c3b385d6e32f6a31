/** Effect of the angles of phase shifters on flows and losses, as in the load flow of this folder. */
import { type Grid, type GridShifter, MW_PER_DEGREE } from '../schedule/grid.ts';
import { at } from '../schedule/series.ts';

/**
 * Extends effects per MW injected at each bus by effects per degree of each phase shifter: those of a pair of
 * injections at the ends of its line, less those of the same power on the line itself, `own`. A line of `lost` has no
 * effect.
 */
export function withAngles(
  { lines, shifters }: Grid,
  row: Float64Array,
  own: (line: number) => number,
  lost: readonly number[] = [],
): Float64Array {
  if (shifters.length === 0) return row;
  const perDegree = shifters.map(({ position }) => {
    const { from = -1, to = -1, susceptance = Number.NaN } = lines[position] ?? {};
    const mw = lost.includes(position) ? 0 : susceptance * MW_PER_DEGREE;
    return mw * (at(row, from) - at(row, to) - own(position));
  });
  return Float64Array.from([...row, ...perDegree]);
}

/** Number of buses and phase shifters: the length of such effects. */
export const effectCount = ({ buses, shifters }: Pick<Grid, 'buses' | 'shifters'>): number =>
  buses.length + shifters.length;

/** Least cost of an angle within its limits, $. `worth`: $ per degree. */
export const cheapestAngle = (shifter: GridShifter, worth: number): number => {
  const { least, most } = shifter;
  const angles = [least, most, Math.min(Math.max(0, least), most)];
  return Math.min(...angles.map((deg) => costOfAngle(shifter, worth, deg)));
};

export const costOfAngle = ({ cost }: Pick<GridShifter, 'cost'>, worth: number, deg: number): number =>
  cost * Math.abs(deg) - worth * deg;
