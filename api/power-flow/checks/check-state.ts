/** A solved state of a network: voltages, angles over lines, and what units are set to. */
import { type BusIndex, ENDS, indexBuses, unknownBuses } from '../buses.ts';
import type { Branch } from '../find-islands.ts';
import { type ElementId, nameOf } from '../findings.ts';
import type { PowerFlowLimits } from '../limits.ts';
import { isAbove, isBelow, isFiniteNumber, round } from '../numbers.ts';
import { type AngleLimits, checkAngleDifference } from './check-angle-difference.ts';
import { type BusVoltage, checkVoltages, type Messages } from './check-voltages.ts';

interface Named {
  readonly id?: ElementId | null | undefined;
}
type AngleLine = Named & Branch & AngleLimits;
type SetGenerator = Named & SetPoints & { readonly bus?: ElementId | null | undefined };

export interface NetworkState {
  readonly buses: readonly BusVoltage[];
  readonly lines: readonly AngleLine[];
  readonly generators: readonly SetGenerator[];
}

interface CheckedState extends Messages {
  readonly valid: boolean;
}

export function checkState(state: NetworkState, limits: PowerFlowLimits): CheckedState {
  const errors = state.buses.length === 0 ? ['No buses supplied'] : [];
  const warnings: string[] = [];
  const index = indexBuses(state.buses);
  for (const bus of state.buses) {
    if (index.duplicates.has(bus)) errors.push(`Bus ${bus.id}: duplicate id`);
    const found = checkVoltages(bus, limits);
    errors.push(...found.errors);
    warnings.push(...found.warnings);
  }
  for (const [place, line] of state.lines.entries()) {
    const name = nameOf('lines', line.id, place);
    errors.push(...unknownBuses(index.places, line, ENDS).map((what) => `${name}: ${what}`));
    const found = angleFinding(line, index, limits);
    if (found) (found.severity === 'error' ? errors : warnings).push(`${name}: ${found.what}`);
  }
  for (const [place, generator] of state.generators.entries()) {
    const name = nameOf('generators', generator.id, place);
    const found = [...unknownBuses(index.places, generator, ['bus']), ...checkSetPoints(generator)];
    errors.push(...found.map((what) => `${name}: ${what}`));
  }
  return { valid: errors.length === 0, errors, warnings };
}

/** Null for an open line, and where the angle at an end is not known. */
function angleFinding(line: AngleLine, index: BusIndex<BusVoltage>, limits: PowerFlowLimits) {
  const [from, to] = [line.from_bus, line.to_bus].map(
    (id) => index.distinct[index.places.get(String(id)) ?? -1]?.angle_deg,
  );
  if (line.in_service === false || !isFiniteNumber(from) || !isFiniteNumber(to)) return null;
  return checkAngleDifference(line, from, to, limits);
}

type Measured = number | null | undefined;

interface SetPoints {
  readonly p_mw?: Measured;
  readonly p_min_mw?: Measured;
  readonly p_max_mw?: Measured;
  readonly q_mvar?: Measured;
  readonly q_min_mvar?: Measured;
  readonly q_max_mvar?: Measured;
}

interface Range {
  readonly kind: 'p' | 'q';
  readonly unit: 'mw' | 'mvar';
  readonly symbol: 'MW' | 'MVAr';
  readonly value: Measured;
  readonly min: Measured;
  readonly max: Measured;
}

/** Whether the limits of a unit are in order and its set-points within them. */
function checkSetPoints(unit: SetPoints): string[] {
  const { p_mw, p_min_mw, p_max_mw, q_mvar, q_min_mvar, q_max_mvar } = unit;
  return [
    rangeError({ kind: 'p', unit: 'mw', symbol: 'MW', value: p_mw, min: p_min_mw, max: p_max_mw }),
    rangeError({ kind: 'q', unit: 'mvar', symbol: 'MVAr', value: q_mvar, min: q_min_mvar, max: q_max_mvar }),
  ].filter((error) => error !== null);
}

/** A set-point means nothing within limits that are out of order. */
function rangeError({ kind, unit, symbol, value, min, max }: Range): string | null {
  const low = isFiniteNumber(min) ? min : null;
  const high = isFiniteNumber(max) ? max : null;
  if (low !== null && high !== null && isAbove(low, high)) {
    return `${kind}_min_${unit} ${round(low)} above ${kind}_max_${unit} ${round(high)}`;
  }
  if (!isFiniteNumber(value)) return null;
  if (!isBelow(value, low ?? value) && !isAbove(value, high ?? value)) return null;
  const name = `${kind}_${unit} ${round(value)}`;
  if (high === null) return `${name} below ${round(low ?? 0)} ${symbol}`;
  if (low === null) return `${name} above ${round(high)} ${symbol}`;
  return `${name} outside ${round(low)}-${round(high)} ${symbol}`;
}
