/** What fuel a unit burns. */

export interface HeatPoint {
  readonly mw: number;
  readonly mmbtu_per_h: number;
}

/** How one unit burns. */
export interface UnitFuel {
  /** MMBtu/h by output, in the order of outputs. */
  readonly heat: readonly HeatPoint[];
  /** MMBtu of a start after so many hours off, in the order of hours. */
  readonly starts: readonly { readonly lag_h: number; readonly mmbtu: number }[];
  /** t/MMBtu; undefined when it is not known. */
  readonly co2: number | undefined;
}

interface UnitSchedule {
  readonly commitment: readonly number[];
  readonly startup: readonly number[];
  readonly output: readonly number[];
  /** Hours on (> 0) or off (<= 0) before the first hour. */
  readonly initialStatus: number;
}

/** MMBtu per hour. */
export function fuelUse({ heat, starts }: UnitFuel, schedule: UnitSchedule): number[] {
  let hoursOff = Math.max(0, -schedule.initialStatus);
  return schedule.commitment.map((on, t) => {
    const started = schedule.startup[t] === 1 ? startFuel(starts, hoursOff) : 0;
    hoursOff = on === 1 ? 0 : hoursOff + 1;
    return started + (on === 1 ? heatAt(heat, schedule.output[t] ?? 0) : 0);
  });
}

const startFuel = (starts: UnitFuel['starts'], hoursOff: number): number =>
  (starts.findLast(({ lag_h }) => lag_h <= hoursOff) ?? starts[0])?.mmbtu ?? 0;

/** Between the points of the curve, and along its first and last piece beyond them. */
function heatAt(curve: readonly HeatPoint[], mw: number): number {
  const at = curve.findIndex((point, k) => k > 0 && mw <= point.mw);
  const right = curve[at < 0 ? curve.length - 1 : at];
  const left = curve[(at < 0 ? curve.length - 1 : at) - 1];
  if (!right) return 0;
  if (!left || right.mw === left.mw) return right.mmbtu_per_h;
  const share = (mw - left.mw) / (right.mw - left.mw);
  return left.mmbtu_per_h + share * (right.mmbtu_per_h - left.mmbtu_per_h);
}
