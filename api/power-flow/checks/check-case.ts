/** Whether a case is complete and consistent enough for a power flow. */
import { type BusIndex, ENDS, indexBuses, unknownBuses } from '../buses.ts';
import { type Branch, findIslands, type Islands, idsOf } from '../find-islands.ts';
import { type ElementId, nameOf } from '../findings.ts';
import type { PowerFlowLimits } from '../limits.ts';
import { isFiniteNumber } from '../numbers.ts';
import { checkBaseVoltages, type MaybeTransformer } from './check-base-voltages.ts';
import { BASE_VOLTAGE_NEEDED, type BusVoltage, hasBaseVoltage } from './check-voltages.ts';

type Measured = number | null | undefined;
interface Named {
  readonly id?: ElementId | null | undefined;
}
type CaseLine = Named & Branch & MaybeTransformer;
interface CaseGenerator extends Named {
  readonly bus?: ElementId | null | undefined;
  readonly q_max_mvar?: Measured;
  readonly q_min_mvar?: Measured;
}

export interface NetworkCase {
  readonly buses: readonly BusVoltage[];
  readonly lines: readonly CaseLine[];
  readonly generators: readonly CaseGenerator[];
}

interface CheckedCase {
  readonly valid: boolean;
  readonly data_quality_issues: string[];
  readonly warnings: string[];
  readonly details: {
    readonly buses: number;
    readonly lines: number;
    readonly generators: number;
    /** Largest first. */
    readonly components: ElementId[][];
    /** Descending. */
    readonly voltage_levels_kv: number[];
  };
}

const REACTIVE_LIMITS = ['q_max_mvar', 'q_min_mvar'] as const;

/** A message is not the place for the buses of half a continent. */
const BUSES_NAMED = 10;

export function checkCase(data: NetworkCase, limits: PowerFlowLimits): CheckedCase {
  const { buses, lines, generators } = data;
  const issues = buses.length === 0 ? ['No buses supplied'] : [];
  const warnings: string[] = [];
  const index = indexBuses(buses);
  const levels = checkBuses(buses, index, issues);
  for (const [place, line] of lines.entries()) {
    const name = nameOf('lines', line.id, place);
    issues.push(...unknownBuses(index.places, line, ENDS).map((what) => `${name}: ${what}`));
    const mismatch = checkBaseVoltages(line, index, limits);
    if (mismatch) (mismatch.severity === 'error' ? issues : warnings).push(`${name}: ${mismatch.what}`);
  }
  for (const [place, generator] of generators.entries()) {
    const name = nameOf('generators', generator.id, place);
    issues.push(...generatorIssues(generator, index).map((what) => `${name}: ${what}`));
  }
  const { islands } = findIslands(index, lines);
  if (islands.length > 1) issues.push(`Network is split into ${islands.length} islands`);
  return {
    valid: issues.length === 0,
    data_quality_issues: issues,
    warnings: [...warnings, ...islandWarnings(islands, generators)],
    details: {
      buses: buses.length,
      lines: lines.length,
      generators: generators.length,
      components: idsOf(islands),
      voltage_levels_kv: levels,
    },
  };
}

/** Adds what is wrong with buses to `issues`; returns the voltage levels, kV, descending. */
function checkBuses(
  buses: readonly BusVoltage[],
  { duplicates }: BusIndex<BusVoltage>,
  issues: string[],
): number[] {
  const levels = new Set<number>();
  for (const bus of buses) {
    if (duplicates.has(bus)) issues.push(`Bus ${bus.id}: duplicate id`);
    if (hasBaseVoltage(bus)) levels.add(bus.v_nom_kv ?? 0);
    else issues.push(`Bus ${bus.id}: ${BASE_VOLTAGE_NEEDED}`);
  }
  return [...levels].sort((a, b) => b - a);
}

function generatorIssues(generator: CaseGenerator, { places }: BusIndex<BusVoltage>): string[] {
  const missing = REACTIVE_LIMITS.filter((name) => !isFiniteNumber(generator[name]));
  const unknown = unknownBuses(places, generator, ['bus']);
  return missing.length > 0 ? [...unknown, `missing reactive limits (${missing.join(', ')})`] : unknown;
}

/** Islands without a generator; none while the place of a generator is not told, which may be in any island. */
function islandWarnings(
  islands: Islands<BusVoltage>['islands'],
  generators: readonly CaseGenerator[],
): string[] {
  if (generators.length === 0) return ['No generators supplied'];
  const supplied = new Set<string>();
  for (const { bus } of generators) {
    if (bus === undefined || bus === null) return [];
    supplied.add(String(bus));
  }
  const warnings: string[] = [];
  for (const island of islands) {
    if (!island.some(({ id }) => supplied.has(String(id)))) {
      warnings.push(`Island with buses ${listed(island)} has no generator`);
    }
  }
  return warnings;
}

function listed(island: readonly BusVoltage[]): string {
  const names = island.slice(0, BUSES_NAMED).map(({ id }) => id);
  const more = island.length - names.length;
  return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ');
}
