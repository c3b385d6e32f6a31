/**
 * DC lines with a cost or with losses, and ramps of DC lines. Power p is sent one way, f, or the other, r, never both,
 * and the share l of it is lost:
 *
 *     p = f - r,   at `from` -f + (1 - l) r,   at `to` (1 - l) f - r,   f <= f_max (1 - z),   r <= r_max z
 *     -ramp_down <= p[t] - p[t-1] <= ramp_up
 *
 * z is a decision if both ways are open and there are losses; otherwise sending both ways at once gains nothing. A line
 * without losses and cost has one column, p, within its limits.
 */
import { amountAt } from '../../../temporal/case/arithmetic/series.ts';
import { atMost, type Column, type MilpBuilder, type Term, times, within } from '../../milp/model.ts';
import type { Instance, PlacedDcLine } from '../instance.ts';
import { type DcVariables, dcPower } from '../variables.ts';

const isDirected = ({ loss, cost }: PlacedDcLine): boolean => loss > 0 || cost > 0;
const mayReverse = ({ least, most }: PlacedDcLine, t: number): boolean =>
  amountAt(least, t) < 0 && amountAt(most, t) > 0;

/** Largest power in either direction, MW. */
const mostForth = ({ most }: PlacedDcLine, t: number): number => Math.max(0, amountAt(most, t));
const mostBack = ({ least }: PlacedDcLine, t: number): number => Math.max(0, -amountAt(least, t));

/** `isFree`: true to leave the limits out of the bounds of the columns; the caller adds them as rows. */
export function addDcColumns(
  milp: MilpBuilder,
  { dcLines, periods }: Pick<Instance, 'dcLines' | 'periods'>,
  isFree = false,
): DcVariables {
  const dc = milp.family(dcLines, periods, (line, t) => {
    const { least, most, cost } = line;
    if (isFree) return isDirected(line) ? {} : { lower: Number.NEGATIVE_INFINITY };
    return isDirected(line)
      ? { lower: Math.max(0, amountAt(least, t)), upper: mostForth(line, t), cost }
      : { lower: least[t] ?? 0, upper: most[t] ?? 0 };
  });
  const directed = dcLines.filter(isDirected);
  const back = milp.family(directed, periods, (line, t) =>
    isFree ? {} : { lower: Math.max(0, -amountAt(line.most, t)), upper: mostBack(line, t), cost: line.cost },
  );
  const lossy = dcLines.filter(({ loss }) => loss > 0);
  const reversed = milp.family(lossy, periods, (line, t) => {
    if (isFree || mayReverse(line, t)) return { upper: 1, integer: true };
    const isBack = amountAt(line.most, t) <= 0 ? 1 : 0;
    return { lower: isBack, upper: isBack };
  });
  const placed = (items: readonly PlacedDcLine[], family: (i: number, t: number) => Column) => {
    const positions = new Map(items.map((line, i) => [line, i]));
    return (d: number, t: number): Column => {
      const line = dcLines[d];
      const i = line && positions.get(line);
      return i === undefined ? -1 : family(i, t);
    };
  };
  return { dc, dcBack: placed(directed, back), dcReversed: placed(lossy, reversed) };
}

/** Injections at `from` and at `to`, MW. */
export function dcEnds(
  x: DcVariables,
  { loss }: PlacedDcLine,
  d: number,
  t: number,
): [from: Term[], to: Term[]] {
  const [forth, back] = [x.dc(d, t), x.dcBack(d, t)];
  if (back < 0) return [[[-1, forth]], [[1, forth]]];
  return [
    [
      [-1, forth],
      [1 - loss, back],
    ],
    [
      [1 - loss, forth],
      [-1, back],
    ],
  ];
}

/** Hours in which a line may send either way but not both, with the columns of both ways. */
export const reversibleHours = ({ dcLines, periods }: Instance, x: DcVariables) =>
  dcLines.flatMap((line, d) =>
    Array.from({ length: line.loss > 0 ? periods : 0 }, (_, t) => t)
      .filter((t) => mayReverse(line, t))
      .map((t) => ({ mode: x.dcReversed(d, t), back: x.dcBack(d, t), forth: x.dc(d, t) })),
  );

export function addDcLines(milp: MilpBuilder, { dcLines, periods }: Instance, x: DcVariables): void {
  for (const [d, line] of dcLines.entries()) {
    for (let t = 0; t < periods; t++) {
      if (line.loss > 0 && mayReverse(line, t))
        addDirection(milp, x, d, t, mostForth(line, t), mostBack(line, t));
      addRamp(milp, line, x, d, t);
    }
  }
}

/** Limits a line to one direction at a time, each up to its largest power, MW. */
export function addDirection(
  milp: MilpBuilder,
  x: DcVariables,
  d: number,
  t: number,
  forth: number,
  back: number,
): void {
  milp.row(
    atMost(forth, [
      [1, x.dc(d, t)],
      [forth, x.dcReversed(d, t)],
    ]),
  );
  milp.row(within(x.dcBack(d, t), back, x.dcReversed(d, t)));
}

/**
 * Terms of the rise of the power from the previous hour, MW, and the constant power before it; undefined in the first
 * hour if the power before is unknown.
 */
export function dcRise({ before }: PlacedDcLine, x: DcVariables, d: number, t: number) {
  if (t === 0) return before === undefined ? undefined : { terms: dcPower(x, d, 0), before };
  return { terms: [...dcPower(x, d, t), ...times(-1, dcPower(x, d, t - 1))], before: 0 };
}

function addRamp(milp: MilpBuilder, line: PlacedDcLine, x: DcVariables, d: number, t: number): void {
  const rise = dcRise(line, x, d, t);
  if (!rise) return;
  const { terms, before } = rise;
  if (Number.isFinite(line.rampUp)) milp.row(atMost(before + line.rampUp, terms));
  if (Number.isFinite(line.rampDown)) milp.row(atMost(line.rampDown - before, times(-1, terms)));
}
