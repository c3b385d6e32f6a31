/** Effect of the angles of phase shifters on flows and losses, as in the load flow of this folder. */
import { type Grid, type GridLine, type GridShifter, MW_PER_DEGREE } from '../schedule/grid.ts';
import { at } from '../schedule/series.ts';
import { BASE_MVA } from './injections.ts';

/** Susceptance times the angle of one degree, MW. */
export const mwPerDegree = ({ susceptance }: Pick<GridLine, 'susceptance'>): number =>
  susceptance * MW_PER_DEGREE;

const perDegree = (
  { lines, shifters }: Grid,
  effect: (line: GridLine, position: number) => number,
): number[] =>
  shifters.map(({ position }) => {
    const line = lines[position];
    return line ? mwPerDegree(line) * effect(line, position) : Number.NaN;
  });

/**
 * Flow on a line per degree of each phase shifter, MW: a pair of injections at its ends, less the same power on the
 * line itself; a lost line has no effect. `row`: shift factors of the line without the lines `lost`.
 */
export const flowPerDegree = (
  grid: Grid,
  row: Float64Array,
  line: number,
  lost: readonly number[],
): number[] =>
  perDegree(grid, ({ from, to }, position) =>
    lost.includes(position) ? 0 : at(row, from) - at(row, to) - Number(position === line),
  );

/**
 * Losses per degree of each phase shifter, MW. `slopes`: marginal losses by bus; `flow`: MW of a line by position;
 * `share`: share of the losses that counts.
 */
export const lossPerDegree = (
  grid: Grid,
  slopes: Float64Array,
  flow: (line: number) => number,
  share = 1,
): number[] =>
  perDegree(
    grid,
    ({ from, to, resistance }, position) =>
      at(slopes, from) - at(slopes, to) - (share * 2 * resistance * flow(position)) / BASE_MVA,
  );

/** Least cost of an angle within its limits, $. `worth`: $ per degree. */
export const cheapestAngle = ({ least, most, cost }: GridShifter, worth: number): number =>
  Math.min(...[least, most, Math.min(Math.max(0, least), most)].map((deg) => costOfAngle(cost, worth, deg)));

export const costOfAngle = (cost: number, worth: number, deg: number): number =>
  cost * Math.abs(deg) - worth * deg;
