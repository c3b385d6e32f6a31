/** A solved state of a network: voltages, angles over lines, and what units are set to. */

import type { Stepwise } from '../../temporal/json/in-slices.ts';
import { ENDS } from './bus-pair.ts';
import { type AngleLimits, checkAngleDifference } from './check-angle-difference.ts';
import { checkSetPoints, type SetPoints } from './check-set-points.ts';
import { type BusVoltage, checkVoltages, type Messages } from './check-voltages.ts';
import type { Branch } from './find-islands.ts';
import type { ElementId } from './finding.ts';
import { type BusIndex, indexBuses, unknownBuses } from './index-buses.ts';
import type { PowerFlowLimits } from './limits.ts';
import { nameOf } from './name-of.ts';
import { isFiniteNumber } from './numbers.ts';

interface Named {
  readonly id?: ElementId | null | undefined;
}
export type AngleLine = Named & Branch & AngleLimits;
export type SetGenerator = Named & SetPoints & { readonly bus?: ElementId | null | undefined };

export interface NetworkState {
  readonly buses: readonly BusVoltage[];
  readonly lines: readonly AngleLine[];
  readonly generators: readonly SetGenerator[];
}

export interface CheckedState extends Messages {
  readonly valid: boolean;
}

export function* checkState(state: NetworkState, limits: PowerFlowLimits): Stepwise<CheckedState> {
  const errors = state.buses.length === 0 ? ['No buses supplied'] : [];
  const warnings: string[] = [];
  const index = yield* indexBuses(state.buses);
  for (const bus of state.buses) {
    if (index.duplicates.has(bus)) errors.push(`Bus ${bus.id}: duplicate id`);
    const found = checkVoltages(bus, limits);
    errors.push(...found.errors);
    warnings.push(...found.warnings);
    yield;
  }
  for (const [place, line] of state.lines.entries()) {
    const name = nameOf('lines', line.id, place);
    errors.push(...unknownBuses(index.places, line, ENDS).map((what) => `${name}: ${what}`));
    const found = angleFinding(line, index, limits);
    if (found) (found.severity === 'error' ? errors : warnings).push(`${name}: ${found.what}`);
    yield;
  }
  for (const [place, generator] of state.generators.entries()) {
    const name = nameOf('generators', generator.id, place);
    const found = [...unknownBuses(index.places, generator, ['bus']), ...checkSetPoints(generator)];
    errors.push(...found.map((what) => `${name}: ${what}`));
    yield;
  }
  return { valid: errors.length === 0, errors, warnings };
}

/** None of a line that is open, or of which one end is not known. */
function angleFinding(line: AngleLine, index: BusIndex<BusVoltage>, limits: PowerFlowLimits) {
  const [from, to] = [line.from_bus, line.to_bus].map(
    (id) => index.distinct[index.places.get(String(id)) ?? -1]?.angle_deg,
  );
  if (line.in_service === false || !isFiniteNumber(from) || !isFiniteNumber(to)) return null;
  return checkAngleDifference(line, from, to, limits);
}
