/**
 * Units with one binary u per hour (after Arroyo and Conejo, IEEE Trans. Power Systems 15, 2000). The total power p
 * depends on u. Every rule of starts and stops is a row that differences of u switch on or off.
 */
import { at, type ReferenceCase, type ReferenceUnit } from './case.ts';
import type { LinearProgram, Terms } from './linear-program.ts';

export const unitVariable = (kind: string, unit: number, hour: number): string =>
  `${kind}_${unit}_${hour < 0 ? 'before' : hour}`;

/** A unit of the program, and the names of its variables. */
interface Unit {
  readonly lp: LinearProgram;
  readonly whole: ReferenceCase;
  readonly generator: ReferenceUnit;
  readonly position: number;
  of(kind: string, hour: number): string;
}

export function addUnits(lp: LinearProgram, whole: ReferenceCase): void {
  for (const [position, generator] of whole.generators.entries()) {
    const of = (kind: string, hour: number) => unitVariable(kind, position, hour);
    const unit: Unit = { lp, whole, generator, position, of };
    addVariables(unit);
    for (const hour of whole.hours) {
      addRamps(unit, hour);
      addProductionCost(unit, hour);
      if (whole.jobType === 'ed') continue;
      addMinimumTimes(unit, hour);
      addStartupCost(unit, hour);
      addShutdownCost(unit, hour);
    }
  }
}

function commitmentBounds({ whole, generator }: Unit, hour: number): [number, number] {
  const { initial_status, min_uptime, min_downtime, must_run, decided } = generator;
  const most = at(generator.mostOn, hour);
  if (whole.jobType === 'ed') {
    const on = decided ? at(decided, hour) : most;
    return [on, Math.min(on, most)];
  }
  const heldOn = initial_status > 0 && hour < min_uptime - initial_status;
  const heldOff = initial_status <= 0 && hour < min_downtime + initial_status;
  const fixed = generator.fixed.get(hour);
  return [must_run[hour] || heldOn || fixed === true ? 1 : 0, heldOff || fixed === false ? 0 : most];
}

function addVariables(unit: Unit): void {
  const { lp, whole, generator, position, of } = unit;
  const { relaxed } = whole;
  const { powerBefore } = generator;
  const onBefore = relaxed || generator.initial_status > 0 ? 1 : 0;
  const mostReserve = whole.reserves.length > 0 ? Infinity : 0;
  lp.binary(of('u', -1), onBefore, onBefore);
  lp.variable(of('p', -1), powerBefore, powerBefore);
  lp.variable(of('r', -1), 0, 0);
  lp.variable(of('d', -1), 0, 0);
  for (const hour of whole.hours) {
    const [low, high] = commitmentBounds(unit, hour);
    const least = at(generator.p_min, hour);
    const pMin = relaxed ? Math.min(0, least) : least;
    const name = `${position}_${hour}`;
    const on = lp.binary(of('u', hour), low, Math.max(low, high));
    if (low > high) lp.row(`conflict_${name}`, { [on]: 1 }, '<=', high);
    const power = lp.variable(of('p', hour), -Infinity, Infinity);
    const up = lp.variable(of('r', hour), 0, mostReserve);
    const down = lp.variable(of('d', hour), 0, mostReserve);
    lp.row(`min_${name}`, { [power]: 1, [down]: -1, [on]: -pMin }, '>=', 0);
    lp.row(`max_${name}`, { [power]: 1, [up]: 1, [on]: -at(generator.p_max, hour) }, '<=', 0);
  }
}

function addRamps({ lp, whole, generator, position, of }: Unit, hour: number): void {
  const { p_min, p_max, ramp_up, ramp_down, isPowerKnown } = generator;
  const isDispatch = whole.jobType === 'ed';
  const name = `${position}_${hour}`;
  const isLastPowerKnown = hour > 0 || isPowerKnown;
  const last = Math.max(0, hour - 1);
  const largest = 2 * Math.max(at(p_max, hour), at(p_max, last), generator.powerBefore) + 1;
  const shutdownRamp = at(generator.stop_from, hour);
  const [on, onBefore] = [of('u', hour), of('u', hour - 1)];
  const [power, powerBefore] = [of('p', hour), of('p', hour - 1)];
  if (isLastPowerKnown || !isDispatch) {
    const start: Terms = { [power]: 1, [of('r', hour)]: 1, [on]: largest, [onBefore]: -largest };
    lp.row(`start_${name}`, start, '<=', at(generator.startup_ramp, hour) + largest);
  }
  const mayStop = isDispatch || shutdownRamp >= at(p_min, 0);
  if (!isLastPowerKnown && generator.initial_status > 0 && !mayStop)
    lp.row(`stays_${name}`, { [of('u', 0)]: 1 }, '>=', 1);
  if (!isLastPowerKnown) return;
  const stop: Terms = { [powerBefore]: 1, [of('r', hour - 1)]: 1, [onBefore]: largest, [on]: -largest };
  lp.row(`stop_${name}`, stop, '<=', shutdownRamp + largest);
  const bothOn: Terms = { [on]: largest, [onBefore]: largest };
  const up: Terms = { [power]: 1, [of('r', hour)]: 1, [powerBefore]: -1, ...bothOn };
  lp.row(`up_${name}`, up, '<=', at(ramp_up, hour) + 2 * largest);
  const down: Terms = { [powerBefore]: 1, [power]: -1, [of('d', hour)]: 1, ...bothOn };
  lp.row(`down_${name}`, down, '<=', at(ramp_down, hour) + 2 * largest);
}

function addMinimumTimes({ lp, whole, generator, position, of }: Unit, hour: number): void {
  const { min_uptime, min_downtime } = generator;
  const [on, onBefore] = [of('u', hour), of('u', hour - 1)];
  const laterHours = (hours: number): number[] =>
    Array.from({ length: Math.max(0, Math.min(whole.horizon - hour, hours) - 1) }, (_, k) => hour + 1 + k);
  for (const later of laterHours(min_uptime))
    lp.row(`up_${position}_${hour}_${later}`, { [on]: 1, [onBefore]: -1, [of('u', later)]: -1 }, '<=', 0);
  for (const later of laterHours(min_downtime))
    lp.row(`off_${position}_${hour}_${later}`, { [onBefore]: 1, [on]: -1, [of('u', later)]: 1 }, '<=', 1);
}

function addProductionCost({ lp, generator, position, of }: Unit, hour: number): void {
  const cost = lp.variable(of('c', hour), -1e9, Infinity, 1);
  for (const [index, { slope, intercept }] of (generator.costs[hour] ?? []).entries()) {
    const terms: Terms = { [cost]: 1, [of('p', hour)]: -slope, [of('u', hour)]: -intercept };
    lp.row(`cost_${position}_${hour}_${index}`, terms, '>=', 0);
  }
}

/** Adds the shutdown cost, which is due if the unit was on in the previous hour. */
function addShutdownCost({ lp, generator: { shutdown_cost }, position, of }: Unit, hour: number): void {
  const cost = lp.variable(of('halt', hour), 0, Infinity, 1);
  const terms: Terms = { [cost]: 1, [of('u', hour - 1)]: -shutdown_cost, [of('u', hour)]: shutdown_cost };
  lp.row(`stopped_${position}_${hour}`, terms, '>=', 0);
}

/** Adds the startup cost: that of a category is due if the unit was off in all of its lag hours before the start. */
function addStartupCost({ lp, generator, position, of }: Unit, hour: number): void {
  const { initial_status, startup_categories } = generator;
  const cost = lp.variable(of('s', hour), 0, Infinity, 1);
  for (const [index, { lag_h, cost_usd }] of (startup_categories[hour] ?? []).entries()) {
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
