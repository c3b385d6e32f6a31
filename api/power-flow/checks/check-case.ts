/** Checks that a case is complete and consistent enough for a power flow. */
import {
  type Bus,
  type BusIndex,
  busesAtEnds,
  ENDS,
  findIslands,
  type Generator,
  idsOf,
  indexBuses,
  type Line,
  type Network,
  nameOf,
  unknownBuses,
} from '../elements.ts';
import { error, gatherMessages, type Remark, warning } from '../findings.ts';
import { isAbove, isFiniteNumber, type PowerFlowLimits, round } from '../limits.ts';
import { hasBaseVoltage, requiredBase } from './check-state.ts';

const REACTIVE_LIMITS = ['q_max_mvar', 'q_min_mvar'] as const;

/** Maximum number of buses named in one message. */
const BUSES_NAMED = 10;

export function checkCase({ buses, lines, generators }: Network, limits: PowerFlowLimits) {
  const { errors, warnings, tell } = gatherMessages(...(buses.length === 0 ? ['No buses supplied'] : []));
  const index = indexBuses(buses);
  for (const bus of buses) {
    if (index.duplicates.has(bus)) tell(`Bus ${bus.id}`, [error('duplicate id')]);
    tell(`Bus ${bus.id}`, requiredBase(bus));
  }
  for (const [place, line] of lines.entries()) {
    const remarks = [...unknownBuses(index, line, ENDS), ...baseMismatch(line, index, limits)];
    tell(nameOf('lines', line, place), remarks);
  }
  for (const [place, generator] of generators.entries()) {
    const missing = REACTIVE_LIMITS.filter((name) => !isFiniteNumber(generator[name]));
    const remarks = missing.length > 0 ? [error(`missing reactive limits (${missing.join(', ')})`)] : [];
    const name = nameOf('generators', generator, place);
    tell(name, [...unknownBuses(index, generator, ['bus']), ...remarks]);
  }
  const { islands } = findIslands(index, lines);
  if (islands.length > 1) errors.push(`Network is split into ${islands.length} islands`);
  const levels = buses.flatMap(({ v_nom_kv: kv }) => (isFiniteNumber(kv) && kv > 0 ? [kv] : []));
  return {
    valid: errors.length === 0,
    data_quality_issues: errors,
    warnings: [...warnings, ...islandWarnings(islands, generators)],
    details: {
      buses: buses.length,
      lines: lines.length,
      generators: generators.length,
      components: idsOf(islands),
      voltage_levels_kv: [...new Set(levels)].sort((a, b) => b - a),
    },
  };
}

/**
 * Finding about the base voltages at the ends of a line. A line has one base voltage; if both are known and differ, the
 * branch is a transformer or a mistake.
 */
function baseMismatch(line: Line, index: BusIndex, { PF_V_BASE_MISMATCH_PCT }: PowerFlowLimits): Remark[] {
  const [from, to] = busesAtEnds(line, index);
  if (isTransformer(line) || !from || !to || !hasBaseVoltage(from) || !hasBaseVoltage(to)) return [];
  const [fromKv, toKv] = [from.v_nom_kv ?? 0, to.v_nom_kv ?? 0];
  const percent = (100 * Math.abs(fromKv - toKv)) / Math.max(fromKv, toKv);
  if (!isAbove(percent, 0)) return [];
  const at = (kv: number, { id }: Bus): string => `${round(kv)} kV at bus ${id}`;
  const what = `voltage base mismatch, ${at(fromKv, from)} and ${at(toKv, to)}`;
  return [isAbove(percent, PF_V_BASE_MISMATCH_PCT) ? error(what) : warning(what)];
}

const isTransformer = ({ type, tap_ratio }: Line): boolean =>
  type?.toLowerCase() === 'transformer' || (Number.isFinite(tap_ratio) && tap_ratio !== 0);

/**
 * Warnings about islands without a generator; empty if any generator has no bus, since that generator may be in any
 * island.
 */
function islandWarnings(islands: readonly (readonly Bus[])[], generators: readonly Generator[]): string[] {
  if (generators.length === 0) return ['No generators supplied'];
  const supplied = new Set<string>();
  for (const { bus } of generators) {
    if (bus === undefined || bus === null) return [];
    supplied.add(String(bus));
  }
  return islands
    .filter((island) => !island.some(({ id }) => supplied.has(String(id))))
    .map((island) => `Island with buses ${listed(island)} has no generator`);
}

function listed(island: readonly Bus[]): string {
  const names = island.slice(0, BUSES_NAMED).map(({ id }) => id);
  const more = island.length - names.length;
  return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ');
}
