/** Checks a solved state of a network: voltages, angle differences across lines, and set-points of units. */
import {
  type Bus,
  busesAtEnds,
  ENDS,
  type Generator,
  indexBuses,
  type Line,
  type Measured,
  type Network,
  nameOf,
  unknownBuses,
} from '../elements.ts';
import { error, gatherMessages, type Remark, warning } from '../findings.ts';
import { isAbove, isBelow, isFiniteNumber, type PowerFlowLimits, round } from '../limits.ts';

export function checkState(state: Network, limits: PowerFlowLimits) {
  const { errors, warnings, tell } = gatherMessages(
    ...(state.buses.length === 0 ? ['No buses supplied'] : []),
  );
  const index = indexBuses(state.buses);
  for (const bus of state.buses) {
    if (index.duplicates.has(bus)) tell(`Bus ${bus.id}`, [error('duplicate id')]);
    tell(`Bus ${bus.id}`, [...requiredBase(bus), ...magnitude(bus, limits), ...angle(bus, limits)]);
  }
  for (const [place, line] of state.lines.entries()) {
    const ends = busesAtEnds(line, index);
    const remarks = [...unknownBuses(index, line, ENDS), ...angleDifference(line, ends, limits)];
    tell(nameOf('lines', line, place), remarks);
  }
  for (const [place, generator] of state.generators.entries()) {
    const remarks = [...unknownBuses(index, generator, ['bus']), ...setPoints(generator)];
    tell(nameOf('generators', generator, place), remarks);
  }
  return { valid: errors.length === 0, errors, warnings };
}

export const hasBaseVoltage = ({ v_nom_kv }: Bus): boolean => isFiniteNumber(v_nom_kv) && v_nom_kv > 0;

export const requiredBase = (bus: Bus): Remark[] =>
  hasBaseVoltage(bus) ? [] : [error('v_nom_kv must be a positive number')];

function magnitude(bus: Bus, limits: PowerFlowLimits): Remark[] {
  const { v_pu: v } = bus;
  if (!isFiniteNumber(v)) return [error('v_pu is missing or not finite')];
  const low = isFiniteNumber(bus.v_min_pu) ? bus.v_min_pu : null;
  const high = isFiniteNumber(bus.v_max_pu) ? bus.v_max_pu : null;
  const wrong =
    unrealisticVoltage(v, bus, limits) ??
    outsideBand(v, low ?? limits.PF_V_MIN_PU, high ?? limits.PF_V_MAX_PU);
  if (wrong !== null) return [error(wrong)];
  const unusual = outsideBand(
    v,
    low === null ? limits.PF_V_NORMAL_MIN_PU : -Infinity,
    high === null ? limits.PF_V_NORMAL_MAX_PU : Infinity,
  );
  return unusual === null ? [] : [warning(unusual)];
}

function unrealisticVoltage(v: number, { v_nom_kv }: Bus, limits: PowerFlowLimits): string | null {
  const { PF_V_UNREALISTIC_MIN_PU: low, PF_V_UNREALISTIC_MAX_PU: high } = limits;
  if (!isBelow(v, low) && !isAbove(v, high)) return null;
  const ratio = v / (v_nom_kv ?? 0);
  const isLikeKv = isAbove(v, high) && ratio >= low && ratio <= high;
  const hint = isLikeKv ? '; the value looks like kV' : '';
  return `v_pu ${round(v)} is unrealistic (outside ${decimal(low)}-${decimal(high)} pu)${hint}`;
}

/** Number with at least one decimal: 2 -> `2.0`. */
const decimal = (value: number): string => (Number.isInteger(value) ? value.toFixed(1) : String(value));

const outsideBand = (v: number, low: number, high: number): string | null => {
  if (isBelow(v, low)) return `voltage ${round(v)} pu below ${round(low)} pu`;
  return isAbove(v, high) ? `voltage ${round(v)} pu above ${round(high)} pu` : null;
};

function angle({ angle_deg: deg }: Bus, limits: PowerFlowLimits): Remark[] {
  const { PF_BUS_ANGLE_WARN_DEG: unusual, PF_BUS_ANGLE_MAX_DEG: largest } = limits;
  if (!isFiniteNumber(deg)) return [error('angle_deg is missing or not finite')];
  const said = (limit: number) => `angle ${round(deg)} deg beyond ${limit} deg from the reference`;
  if (isAbove(Math.abs(deg), largest)) return [error(said(largest))];
  return isAbove(Math.abs(deg), unusual) ? [warning(said(unusual))] : [];
}

/**
 * Checks the voltage angle difference across a line, wrapped to (-180, 180] degrees. Skips open lines, and lines with an
 * unknown angle at an end.
 */
function angleDifference(
  line: Line,
  [from, to]: readonly (Bus | undefined)[],
  limits: PowerFlowLimits,
): Remark[] {
  const [fromDeg, toDeg] = [from?.angle_deg, to?.angle_deg];
  if (line.in_service === false || !isFiniteNumber(fromDeg) || !isFiniteNumber(toDeg)) return [];
  const { PF_ANGLE_DIFFERENCE_WARN_DEG: unusual, PF_ANGLE_DIFFERENCE_MAX_DEG: largest } = limits;
  const difference = wrap(fromDeg - toDeg);
  const size = Math.abs(difference);
  const low = isFiniteNumber(line.angle_min_deg) ? line.angle_min_deg : null;
  const high = isFiniteNumber(line.angle_max_deg) ? line.angle_max_deg : null;
  const said = (deg: number, side: 'above' | 'below', limit: number): string =>
    `angle difference ${round(deg)} deg ${side} ${round(limit)} deg`;
  if (low === null && high === null && isAbove(size, largest)) return [error(said(size, 'above', largest))];
  if (isAbove(difference, high ?? largest)) return [error(said(difference, 'above', high ?? largest))];
  if (isBelow(difference, low ?? -largest)) return [error(said(difference, 'below', low ?? -largest))];
  return isAbove(size, unusual) ? [warning(said(size, 'above', unusual))] : [];
}

function wrap(degrees: number): number {
  const rest = degrees % 360;
  if (rest > 180) return rest - 360;
  return rest <= -180 ? rest + 360 : rest;
}

/** Checks that the limits of a unit are in order and its set-points within them. */
const setPoints = ({ p_mw, p_min_mw, p_max_mw, q_mvar, q_min_mvar, q_max_mvar }: Generator): Remark[] =>
  [
    rangeError('p', 'MW', p_mw, p_min_mw, p_max_mw),
    rangeError('q', 'MVAr', q_mvar, q_min_mvar, q_max_mvar),
  ].flatMap((wrong) => (wrong === null ? [] : error(wrong)));

/** Finding about a set-point outside its limits; limits that are out of order are not compared with it. */
function rangeError(
  kind: 'p' | 'q',
  symbol: 'MW' | 'MVAr',
  value: Measured,
  min: Measured,
  max: Measured,
): string | null {
  const unit = symbol.toLowerCase();
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
