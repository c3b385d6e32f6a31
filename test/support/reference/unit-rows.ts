/**
 * Units with one binary per hour (after Arroyo and Conejo, IEEE Trans. Power Systems 15, 2000): total power
 * p, on u; every rule of starting and stopping is a row that the differences of u switch on or off.
 */
import type { Generator } from '../../../temporal/case/messages/generator.ts';
import type { SolvePayload } from '../../../temporal/case/messages/payload.ts';
import type { JobType } from '../../../temporal/solvers.ts';
import type { LinearProgram, Term } from './linear-program.ts';

export const unitVariable = (kind: string, unit: number, hour: number): string =>
  `${kind}_${unit}_${hour < 0 ? 'before' : hour}`;

export function addUnits(lp: LinearProgram, payload: SolvePayload, jobType: JobType): void {
  for (const [position, generator] of payload.generators.entries()) {
    addVariables(lp, payload, jobType, generator, position);
    for (let hour = 0; hour < payload.horizon; hour++) {
      addRamps(lp, jobType, generator, position, hour);
      addProductionCost(lp, generator, position, hour);
      if (jobType === 'ed') continue;
      addMinimumTimes(lp, payload, generator, position, hour);
      addStartupCost(lp, generator, position, hour);
      addShutdownCost(lp, generator, position, hour);
    }
  }
}

const isRelaxed = (payload: SolvePayload, jobType: JobType): boolean =>
  jobType === 'ed' && payload.commitment === undefined;

export const upperLimit = (generator: Generator, hour: number): number =>
  generator.p_max_profile?.[hour] ?? generator.p_max;

const lowerLimit = (generator: Generator, hour: number): number =>
  generator.p_min_profile?.[hour] ?? generator.p_min;

function commitmentBounds(
  { commitment, fixed_commitment }: SolvePayload,
  jobType: JobType,
  generator: Generator,
  hour: number,
): [number, number] {
  const { name, initial_status, min_uptime, min_downtime, must_run } = generator;
  if (jobType === 'ed') {
    const on = commitment === undefined ? 1 : (commitment[name]?.[hour] ?? 0);
    return [on, on];
  }
  const heldOn = initial_status > 0 && hour < min_uptime - initial_status;
  const heldOff = initial_status <= 0 && hour < min_downtime + initial_status;
  const fixed = fixed_commitment?.find((choice) => choice.generator === name && choice.hour === hour)?.on;
  return [must_run || heldOn || fixed === true ? 1 : 0, heldOff || fixed === false ? 0 : 1];
}

function addVariables(
  lp: LinearProgram,
  payload: SolvePayload,
  jobType: JobType,
  generator: Generator,
  position: number,
): void {
  const relaxed = isRelaxed(payload, jobType);
  const onBefore = relaxed || generator.initial_status > 0 ? 1 : 0;
  const powerBefore = generator.initial_power_mw ?? 0;
  lp.binary(unitVariable('u', position, -1), onBefore, onBefore);
  lp.variable(unitVariable('p', position, -1), powerBefore, powerBefore);
  lp.variable(unitVariable('r', position, -1), 0, 0);
  lp.variable(unitVariable('d', position, -1), 0, 0);
  for (let hour = 0; hour < payload.horizon; hour++) {
    const [low, high] = commitmentBounds(payload, jobType, generator, hour);
    const [on, power, reserve] = ['u', 'p', 'r'].map((kind) => unitVariable(kind, position, hour)) as [
      string,
      string,
      string,
    ];
    const pMin = relaxed ? Math.min(0, lowerLimit(generator, hour)) : lowerLimit(generator, hour);
    const name = `${position}_${hour}`;
    lp.binary(on, low, Math.max(low, high));
    if (low > high) lp.row(`conflict_${name}`, [[1, on]], '<=', high);
    lp.variable(power, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
    lp.variable(reserve, 0, payload.reserves?.length ? Number.POSITIVE_INFINITY : 0);
    lp.variable(
      unitVariable('d', position, hour),
      0,
      payload.reserves?.length ? Number.POSITIVE_INFINITY : 0,
    );
    lp.row(
      `min_${name}`,
      [
        [1, power],
        [-1, unitVariable('d', position, hour)],
        [-pMin, on],
      ],
      '>=',
      0,
    );
    lp.row(
      `max_${name}`,
      [
        [1, power],
        [1, reserve],
        [-upperLimit(generator, hour), on],
      ],
      '<=',
      0,
    );
  }
}

function addRamps(
  lp: LinearProgram,
  jobType: JobType,
  generator: Generator,
  position: number,
  hour: number,
): void {
  const { initial_power_mw, p_min, ramp_up, ramp_down } = generator;
  const of = (kind: string, at: number) => unitVariable(kind, position, at);
  const name = `${position}_${hour}`;
  const known = hour > 0 || initial_power_mw !== undefined;
  const largest =
    2 *
      Math.max(
        upperLimit(generator, hour),
        upperLimit(generator, Math.max(0, hour - 1)),
        initial_power_mw ?? 0,
      ) +
    1;
  const limit = (given: number | undefined, ramp: number | null, at: number) =>
    given ?? Math.max(lowerLimit(generator, at), p_min, ramp ?? Number.POSITIVE_INFINITY);
  const startupRamp = limit(generator.startup_ramp, ramp_up, hour);
  const shutdownRamp = limit(generator.shutdown_ramp, ramp_down, Math.max(0, hour - 1));
  if (known || jobType !== 'ed') {
    const terms: Term[] = [
      [1, of('p', hour)],
      [1, of('r', hour)],
      [largest, of('u', hour)],
      [-largest, of('u', hour - 1)],
    ];
    lp.row(`start_${name}`, terms, '<=', startupRamp + largest);
  }
  const mayStop = jobType === 'ed' || shutdownRamp >= lowerLimit(generator, 0);
  if (!known && generator.initial_status > 0 && !mayStop) lp.row(`stays_${name}`, [[1, of('u', 0)]], '>=', 1);
  if (!known) return;
  const stop: Term[] = [
    [1, of('p', hour - 1)],
    [1, of('r', hour - 1)],
    [largest, of('u', hour - 1)],
    [-largest, of('u', hour)],
  ];
  lp.row(`stop_${name}`, stop, '<=', shutdownRamp + largest);
  const bothOn: Term[] = [
    [largest, of('u', hour)],
    [largest, of('u', hour - 1)],
  ];
  const up: Term[] = [[1, of('p', hour)], [1, of('r', hour)], [-1, of('p', hour - 1)], ...bothOn];
  lp.row(`up_${name}`, up, '<=', (ramp_up ?? Number.POSITIVE_INFINITY) + 2 * largest);
  const down: Term[] = [[1, of('p', hour - 1)], [-1, of('p', hour)], [1, of('d', hour)], ...bothOn];
  lp.row(`down_${name}`, down, '<=', (ramp_down ?? Number.POSITIVE_INFINITY) + 2 * largest);
}

function addMinimumTimes(
  lp: LinearProgram,
  { horizon }: SolvePayload,
  { min_uptime, min_downtime }: Generator,
  position: number,
  hour: number,
): void {
  const on = (at: number) => unitVariable('u', position, at);
  for (let later = hour + 1; later < Math.min(horizon, hour + min_uptime); later++) {
    lp.row(
      `up_${position}_${hour}_${later}`,
      [
        [1, on(hour)],
        [-1, on(hour - 1)],
        [-1, on(later)],
      ],
      '<=',
      0,
    );
  }
  for (let later = hour + 1; later < Math.min(horizon, hour + min_downtime); later++) {
    lp.row(
      `off_${position}_${hour}_${later}`,
      [
        [1, on(hour - 1)],
        [-1, on(hour)],
        [1, on(later)],
      ],
      '<=',
      1,
    );
  }
}

function addProductionCost(lp: LinearProgram, generator: Generator, position: number, hour: number): void {
  const { cost_curve, marginal_cost, no_load_cost } = generator;
  const [on, power] = [unitVariable('u', position, hour), unitVariable('p', position, hour)];
  const cost = lp.variable(unitVariable('c', position, hour), -1e9, Number.POSITIVE_INFINITY, 1);
  const name = `cost_${position}_${hour}`;
  if (!cost_curve) {
    lp.row(
      name,
      [
        [1, cost],
        [-marginal_cost, power],
        [-no_load_cost, on],
      ],
      '>=',
      0,
    );
    return;
  }
  const points = cost_curve.length > 1 ? cost_curve : [...cost_curve, ...cost_curve];
  for (const [index, right] of points.slice(1).entries()) {
    const left = points[index] ?? right;
    const width = right.mw - left.mw;
    const slope = width === 0 ? marginal_cost : (right.usd_per_h - left.usd_per_h) / width;
    const intercept = left.usd_per_h - slope * left.mw;
    lp.row(
      `${name}_${index}`,
      [
        [1, cost],
        [-slope, power],
        [-intercept, on],
      ],
      '>=',
      0,
    );
  }
}

/** Due where the hour before was on. */
function addShutdownCost(
  lp: LinearProgram,
  { shutdown_cost = 0 }: Generator,
  position: number,
  hour: number,
): void {
  const cost = lp.variable(unitVariable('halt', position, hour), 0, Number.POSITIVE_INFINITY, 1);
  const terms: Term[] = [
    [1, cost],
    [-shutdown_cost, unitVariable('u', position, hour - 1)],
    [shutdown_cost, unitVariable('u', position, hour)],
  ];
  lp.row(`stopped_${position}_${hour}`, terms, '>=', 0);
}

/** A tier is due when none of its lag hours before the start was on. */
function addStartupCost(lp: LinearProgram, generator: Generator, position: number, hour: number): void {
  const { initial_status, startup_categories, startup_cost } = generator;
  const cost = lp.variable(unitVariable('s', position, hour), 0, Number.POSITIVE_INFINITY, 1);
  const tiers = startup_categories ?? [{ lag_h: 1, cost_usd: startup_cost }];
  for (const [index, { lag_h, cost_usd }] of tiers.entries()) {
    const wasOn = index === 0 ? [1] : Array.from({ length: lag_h }, (_, before) => before + 1);
    const before = wasOn.filter((back) => back > hour).map((back) => back - hour);
    const onBefore = before.filter((back) =>
      initial_status > 0 ? true : index > 0 && back > Math.abs(initial_status),
    ).length;
    const terms = wasOn
      .filter((back) => back <= hour)
      .map((back): Term => [cost_usd, unitVariable('u', position, hour - back)]);
    lp.row(
      `startup_${position}_${hour}_${index}`,
      [[1, cost], [-cost_usd, unitVariable('u', position, hour)], ...terms],
      '>=',
      -cost_usd * onBefore,
    );
  }
}
