/** Reactances that cancel out, such as 0.1 and -0.1 pu in series or in parallel: no flows follow from the angles. */
import type { SingularMatrix } from '../linalg/ldl.ts';
import type { Network } from './network.ts';

/** Carries less than this share of the most that a line carries: rounding. */
const LEAST_SHARE = 1e-6;
/** Lines that the message names. */
const MOST_NAMED = 5;

export class CancelledReactances extends RangeError {
  /** Ids of the lines. */
  readonly lines: readonly string[];

  constructor(lines: readonly string[]) {
    super(`the reactances of ${named(lines)} cancel out`);
    this.lines = lines;
  }
}

/** `free`: the bus of each row of the matrix. The lines are those that carry something at angles without injections. */
export function cancelledReactances(
  { buses, lines }: Network,
  free: Int32Array,
  { vector }: SingularMatrix,
): CancelledReactances {
  const angles = new Float64Array(buses.length);
  for (const [row, bus] of free.entries()) angles[bus] = vector[row] ?? 0;
  const flows = lines.map(({ from, to, susceptance }) =>
    Math.abs(susceptance * ((angles[from] ?? 0) - (angles[to] ?? 0))),
  );
  const most = flows.reduce((largest, mw) => Math.max(largest, mw), 0);
  return new CancelledReactances(
    lines.filter((_, line) => (flows[line] ?? 0) > LEAST_SHARE * most).map(({ id }) => id),
  );
}

function named(lines: readonly string[]): string {
  if (lines.length === 0) return 'some lines';
  const first = lines.slice(0, MOST_NAMED).join(', ');
  const others = lines.length - MOST_NAMED;
  return `lines ${others > 0 ? `${first} and ${others} more` : first}`;
}
