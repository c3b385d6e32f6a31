/**
 * Causes why a payload has no schedule, as far as arithmetic proves them. Every cause is certain, and remains when
 * other causes are removed. A case without such causes may still be infeasible.
 */
import { busesOf } from '../../temporal/case/arithmetic/elements.ts';
import { timeWords } from '../../temporal/case/arithmetic/interval-words.ts';
import type { CauseCode } from '../../temporal/case/messages/families.ts';
import type { Cause } from '../../temporal/case/messages/infeasibility.ts';
import type { SolvePayload } from '../../temporal/case/schema.ts';
import type { JobType } from '../../temporal/solvers.ts';
import type { Case } from '../case/case.ts';
import { readCase } from '../case/read-case.ts';
import { capacityShortfalls, islandedLoads, minimumGenerationExcesses } from './checks/balance.ts';
import { type CauseFinder, orderCauses } from './checks/cause.ts';
import { contingencyLimits, lineLimits } from './checks/flow-limits.ts';
import { fuelLimits } from './checks/fuel-limits.ts';
import {
  energyLimits,
  fixedCommitmentConflicts,
  invertedOutputLimits,
  mustRunConflicts,
  storageLimits,
  unavailableUnits,
  unitRamps,
} from './checks/own-limits.ts';
import { emissionLimit, reserveShortfalls, systemRamps } from './checks/shared-limits.ts';
import { islandBuses, toArea } from './ranges/area.ts';
import type { InfeasibleCase } from './ranges/infeasible-case.ts';
import { freeRange, unitRange } from './ranges/unit-range.ts';

/**
 * Checks in the order in which they run. Units with contradictory limits come first, because their effect on other
 * elements is not a cause. Reserve and ramps come last; they check only hours in which load and supply can be balanced.
 */
const CAUSE_FINDERS: readonly (readonly CauseFinder[])[] = [
  [invertedOutputLimits, unavailableUnits, mustRunConflicts, fixedCommitmentConflicts],
  [
    unitRamps,
    lineLimits,
    contingencyLimits,
    storageLimits,
    energyLimits,
    fuelLimits,
    islandedLoads,
    capacityShortfalls,
    minimumGenerationExcesses,
  ],
  [reserveShortfalls, systemRamps, emissionLimit],
];

/** Returns at most 100 causes, sorted by scope (smallest first), then by hour. */
export function explainInfeasibility(payload: SolvePayload, jobType: JobType): Cause[] {
  const causes: Cause[] = [];
  let freed = unitsOf(causes);
  const instance = readCase(payload, jobType);
  let subject = toSubject(instance, freed);
  for (const finders of CAUSE_FINDERS) {
    const affectedUnits = unitsOf(causes);
    if (affectedUnits.size > freed.size) {
      freed = affectedUnits;
      subject = toSubject(instance, freed);
    }
    causes.push(...finders.flatMap((find) => [...find(subject)]));
  }
  return orderCauses(withoutVainRamps(causes));
}

const UNBALANCED: ReadonlySet<CauseCode> = new Set(['CAPACITY_SHORTFALL', 'MINIMUM_GENERATION_EXCESS']);

/** Removes system ramps as causes in hours that cannot be balanced even without ramps. */
function withoutVainRamps(causes: readonly Cause[]): Cause[] {
  const unbalanced = new Set(causes.filter(({ code }) => UNBALANCED.has(code)).map(({ hour }) => hour));
  return causes.filter(
    ({ code, element_type, hour }) =>
      code !== 'RAMP_LIMIT' || element_type !== 'system' || !unbalanced.has(hour),
  );
}

const unitsOf = (causes: readonly Cause[]): ReadonlySet<string | null> =>
  new Set(causes.filter((cause) => cause.element_type === 'generator').map((cause) => cause.element_id));

/**
 * Ranges of every unit and every area. `freed`: names of units with a cause of their own; their limits are ignored when
 * other causes are searched for.
 */
function toSubject(instance: Case, freed: ReadonlySet<string | null>): InfeasibleCase {
  const hours = Array.from({ length: instance.horizon }, (_, hour) => hour);
  const units = instance.generators.map((generator) => {
    const range = unitRange(generator, instance);
    return freed.has(generator.name) ? freeRange(range) : range;
  });
  const lines = instance.transmission_lines.filter((line) => line.in_service !== false);
  const ends = instance.transmission_lines.flatMap((line) => [line.from_bus, line.to_bus]);
  const buses = new Set([...busesOf(instance), ...ends]);
  const system = toArea(instance, units, buses, hours);
  const islands = instance.hasIslands ? islandBuses(buses, lines) : [buses];
  return {
    case: instance,
    words: timeWords(instance),
    jobType: instance.jobType,
    hours,
    units,
    lines,
    system,
    islands: islands.length > 1 ? islands.map((island) => toArea(instance, units, island, hours)) : [system],
  };
}
