/**
 * Units with one binary per hour (after Arroyo and Conejo, IEEE Trans. Power Systems 15, 2000): total power
 * p, on u; every rule of starting and stopping is a row that the differences of u switch on or off.
 */
import type { Generator } from '../../../temporal/case/messages/generator.ts';
import type { SolvePayload } from '../../../temporal/case/messages/payload.ts';
import type { JobType } from '../../../temporal/solvers.ts';
import type { LinearProgram, Terms } from './linear-program.ts';

export const unitVariable = (kind: string, unit: number, hour: number): string =>
  `${kind}_${unit}_${hour < 0 ? 'before' : hour}`;

/** A unit of the program: what it is, and the names of its variables. */
interface Unit {
  readonly lp: LinearProgram;
  readonly payload: SolvePayload;
  readonly jobType: JobType;
  readonly generator: Generator;
  readonly position: number;
  of(kind: string, hour: number): string;
}

export function addUnits(lp: LinearProgram, payload: SolvePayload, jobType: JobType): void {
  for (const [position, generator] of payload.generators.entries()) {
    const of = (kind: string, hour: number) => unitVariable(kind, position, hour);
    const unit: Unit = { lp, payload, jobType, generator, position, of };
    addVariables(unit);
    for (let hour = 0; hour < payload.horizon; hour++) {
      addRamps(unit, hour);
      addProductionCost(unit, hour);
      if (jobType === 'ed') continue;
      addMinimumTimes(unit, hour);
      addStartupCost(unit, hour);
      addShutdownCost(unit, hour);
    }
  }
}

export const upperLimit = (generator: Generator, hour: number): number =>
  generator.p_max_profile?.[hour] ?? generator.p_max;

const lowerLimit = (generator: Generator, hour: number): number =>
  generator.p_min_profile?.[hour] ?? generator.p_min;

/** 0 where too little is available for its least output, else 1. */
export const mostOn = (generator: Generator, hour: number): number =>
  upperLimit(generator, hour) < lowerLimit(generator, hour) - 1e-6 ? 0 : 1;

function commitmentBounds({ payload, jobType, generator }: Unit, hour: number): [number, number] {
  const { name, initial_status, min_uptime, min_downtime, must_run } = generator;
  const { commitment, fixed_commitment } = payload;
  const most = mostOn(generator, hour);
  if (jobType === 'ed') {
    const on = commitment === undefined ? most : (commitment[name]?.[hour] ?? 0);
    return [on, Math.min(on, most)];
  }
  const heldOn = initial_status > 0 && hour < min_uptime - initial_status;
  const heldOff = initial_status <= 0 && hour < min_downtime + initial_status;
  const fixed = fixed_commitment?.find((choice) => choice.generator === name && choice.hour === hour)?.on;
  return [must_run || heldOn || fixed === true ? 1 : 0, heldOff || fixed === false ? 0 : most];
}

function addVariables(unit: Unit): void {
  const { lp, payload, jobType, generator, position, of } = unit;
  const relaxed = jobType === 'ed' && payload.commitment === undefined;
  const onBefore = relaxed || generator.initial_status > 0 ? 1 : 0;
  const powerBefore = generator.initial_power_mw ?? 0;
  const mostReserve = payload.reserves?.length ? Infinity : 0;
  lp.binary(of('u', -1), onBefore, onBefore);
  lp.variable(of('p', -1), powerBefore, powerBefore);
  lp.variable(of('r', -1), 0, 0);
  lp.variable(of('d', -1), 0, 0);
  for (let hour = 0; hour < payload.horizon; hour++) {
    const [low, high] = commitmentBounds(unit, hour);
    const pMin = relaxed ? Math.min(0, lowerLimit(generator, hour)) : lowerLimit(generator, hour);
    const name = `${position}_${hour}`;
    const on = lp.binary(of('u', hour), low, Math.max(low, high));
    if (low > high) lp.row(`conflict_${name}`, { [on]: 1 }, '<=', high);
    const power = lp.variable(of('p', hour), -Infinity, Infinity);
    const up = lp.variable(of('r', hour), 0, mostReserve);
    const down = lp.variable(of('d', hour), 0, mostReserve);
    lp.row(`min_${name}`, { [power]: 1, [down]: -1, [on]: -pMin }, '>=', 0);
    lp.row(`max_${name}`, { [power]: 1, [up]: 1, [on]: -upperLimit(generator, hour) }, '<=', 0);
  }
}

function addRamps({ lp, jobType, generator, position, of }: Unit, hour: number): void {
  const { initial_power_mw, p_min, ramp_up, ramp_down } = generator;
  const name = `${position}_${hour}`;
  const known = hour > 0 || initial_power_mw !== undefined;
  const outputs = [upperLimit(generator, hour), upperLimit(generator, Math.max(0, hour - 1))];
  const largest = 2 * Math.max(...outputs, initial_power_mw ?? 0) + 1;
  const limit = (given: number | undefined, ramp: number | null, at: number) =>
    given ?? Math.max(lowerLimit(generator, at), p_min, ramp ?? Infinity);
  const startupRamp = limit(generator.startup_ramp, ramp_up, hour);
  const shutdownRamp = limit(generator.shutdown_ramp, ramp_down, Math.max(0, hour - 1));
  const [on, onBefore] = [of('u', hour), of('u', hour - 1)];
  const [power, powerBefore] = [of('p', hour), of('p', hour - 1)];
  if (known || jobType !== 'ed') {
    const start: Terms = { [power]: 1, [of('r', hour)]: 1, [on]: largest, [onBefore]: -largest };
    lp.row(`start_${name}`, start, '<=', startupRamp + largest);
  }
  const mayStop = jobType === 'ed' || shutdownRamp >= lowerLimit(generator, 0);
  if (!known && generator.initial_status > 0 && !mayStop)
    lp.row(`stays_${name}`, { [of('u', 0)]: 1 }, '>=', 1);
  if (!known) return;
  const stop: Terms = { [powerBefore]: 1, [of('r', hour - 1)]: 1, [onBefore]: largest, [on]: -largest };
  lp.row(`stop_${name}`, stop, '<=', shutdownRamp + largest);
  const bothOn: Terms = { [on]: largest, [onBefore]: largest };
  const up: Terms = { [power]: 1, [of('r', hour)]: 1, [powerBefore]: -1, ...bothOn };
  lp.row(`up_${name}`, up, '<=', (ramp_up ?? Infinity) + 2 * largest);
  const down: Terms = { [powerBefore]: 1, [power]: -1, [of('d', hour)]: 1, ...bothOn };
  lp.row(`down_${name}`, down, '<=', (ramp_down ?? Infinity) + 2 * largest);
}

function addMinimumTimes({ lp, payload, generator, position, of }: Unit, hour: number): void {
  const { min_uptime, min_downtime } = generator;
  const [on, onBefore] = [of('u', hour), of('u', hour - 1)];
  const laterHours = (hours: number): number[] =>
    Array.from({ length: Math.max(0, Math.min(payload.horizon - hour, hours) - 1) }, (_, k) => hour + 1 + k);
  for (const later of laterHours(min_uptime))
    lp.row(`up_${position}_${hour}_${later}`, { [on]: 1, [onBefore]: -1, [of('u', later)]: -1 }, '<=', 0);
  for (const later of laterHours(min_downtime))
    lp.row(`off_${position}_${hour}_${later}`, { [onBefore]: 1, [on]: -1, [of('u', later)]: 1 }, '<=', 1);
}

function addProductionCost({ lp, generator, position, of }: Unit, hour: number): void {
  const { cost_curve, marginal_cost, no_load_cost } = generator;
  const [on, power] = [of('u', hour), of('p', hour)];
  const cost = lp.variable(of('c', hour), -1e9, Infinity, 1);
  const name = `cost_${position}_${hour}`;
  if (!cost_curve) {
    lp.row(name, { [cost]: 1, [power]: -marginal_cost, [on]: -no_load_cost }, '>=', 0);
    return;
  }
  const points = cost_curve.length > 1 ? cost_curve : [...cost_curve, ...cost_curve];
  for (const [index, right] of points.slice(1).entries()) {
    const left = points[index] ?? right;
    const width = right.mw - left.mw;
    const slope = width === 0 ? marginal_cost : (right.usd_per_h - left.usd_per_h) / width;
    const intercept = left.usd_per_h - slope * left.mw;
    lp.row(`${name}_${index}`, { [cost]: 1, [power]: -slope, [on]: -intercept }, '>=', 0);
  }
}

/** Due where the hour before was on. */
function addShutdownCost({ lp, generator, position, of }: Unit, hour: number): void {
  const { shutdown_cost = 0 } = generator;
  const cost = lp.variable(of('halt', hour), 0, Infinity, 1);
  const terms: Terms = { [cost]: 1, [of('u', hour - 1)]: -shutdown_cost, [of('u', hour)]: shutdown_cost };
  lp.row(`stopped_${position}_${hour}`, terms, '>=', 0);
}

/** A tier is due when none of its lag hours before the start was on. */
function addStartupCost({ lp, generator, position, of }: Unit, hour: number): void {
  const { initial_status, startup_categories, startup_cost } = generator;
  const cost = lp.variable(of('s', hour), 0, Infinity, 1);
  const tiers = startup_categories ?? [{ lag_h: 1, cost_usd: startup_cost }];
  for (const [index, { lag_h, cost_usd }] of tiers.entries()) {
    const wasOn = index === 0 ? [1] : Array.from({ length: lag_h }, (_, before) => before + 1);
    const before = wasOn.filter((back) => back > hour).map((back) => back - hour);
    const onBefore = before.filter((back) =>
      initial_status > 0 ? true : index > 0 && back > Math.abs(initial_status),
    ).length;
    const terms: Record<string, number> = { [cost]: 1, [of('u', hour)]: -cost_usd };
    for (const back of wasOn.filter((hours) => hours <= hour)) terms[of('u', hour - back)] = cost_usd;
    lp.row(`startup_${position}_${hour}_${index}`, terms, '>=', -cost_usd * onBefore);
  }
}
