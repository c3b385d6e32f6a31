/** How far a unit can go in each hour, from its limits, its given commitment and its state before. */
import { knownAt } from '../../../temporal/case/arithmetic/series.ts';
import type { Generator } from '../../../temporal/case/messages/generator.ts';
import type { SolvePayload } from '../../../temporal/case/messages/payload.ts';
import type { JobType } from '../../../temporal/solvers.ts';
import type { UnitRange } from './infeasible-case.ts';
import { reachableOutputs } from './reachable-outputs.ts';

export function unitRange(
  generator: Generator,
  payload: SolvePayload,
  jobType: JobType,
  hours: readonly number[],
): UnitRange {
  const { p_min, p_max, ramp_up, ramp_down } = generator;
  const relaxed = jobType === 'ed' && !payload.commitment;
  const lower = hours.map((hour) =>
    generator.p_min_profile ? knownAt(generator.p_min_profile, hour) : p_min,
  );
  const limit = (given: number | undefined, ramp: number | null) =>
    lower.map((pMin) => given ?? Math.max(pMin, p_min, ramp ?? Number.POSITIVE_INFINITY));
  const limits = {
    generator,
    ...onHours(generator, payload, jobType, hours),
    pMin: relaxed ? lower.map((pMin) => Math.min(0, pMin)) : lower,
    pMax: hours.map((hour) => (generator.p_max_profile ? knownAt(generator.p_max_profile, hour) : p_max)),
    startupRamp: limit(generator.startup_ramp, ramp_up),
    shutdownRamp: limit(generator.shutdown_ramp, ramp_down),
  };
  return { ...limits, ...reachableOutputs(limits, jobType) };
}

/** Anything between its output limits, in any order of these, and nothing, in every hour. */
export function freeRange({ generator, ...range }: UnitRange): UnitRange {
  const pMin = range.pMin.map((low, hour) => Math.min(low, knownAt(range.pMax, hour)));
  const pMax = range.pMax.map((high, hour) => Math.max(high, knownAt(range.pMin, hour)));
  const unlimited = pMax.map(() => Number.POSITIVE_INFINITY);
  return {
    generator: { ...generator, ramp_up: null, ramp_down: null },
    heldOn: 0,
    heldOff: 0,
    mustBeOn: pMax.map(() => false),
    mayBeOn: pMax.map(() => true),
    pMin,
    pMax,
    startupRamp: unlimited,
    shutdownRamp: unlimited,
    low: pMin.map((low) => Math.min(0, low)),
    high: pMax.map((high) => Math.max(0, high)),
    stuckAt: null,
  };
}

function onHours(
  { name, initial_status, min_uptime, min_downtime, must_run }: Generator,
  { commitment, fixed_commitment = [] }: SolvePayload,
  jobType: JobType,
  hours: readonly number[],
) {
  if (jobType === 'ed') {
    const on = hours.map((hour) => commitment === undefined || commitment[name]?.[hour] === 1);
    return { heldOn: 0, heldOff: 0, mustBeOn: on, mayBeOn: on };
  }
  const heldOn = initial_status > 0 ? Math.max(0, min_uptime - initial_status) : 0;
  const heldOff = initial_status > 0 ? 0 : Math.max(0, min_downtime + initial_status);
  const fixed = new Map(
    fixed_commitment.filter(({ generator }) => generator === name).map(({ hour, on }) => [hour, on]),
  );
  return {
    heldOn,
    heldOff,
    mustBeOn: hours.map((hour) => must_run === true || hour < heldOn || fixed.get(hour) === true),
    mayBeOn: hours.map((hour) => hour >= heldOff && fixed.get(hour) !== false),
  };
}
