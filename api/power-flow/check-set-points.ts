/** Whether the limits of a unit are in order and its set-points within them. */
import { isAbove, isBelow, isFiniteNumber, round } from './numbers.ts';

type Measured = number | null | undefined;

export interface SetPoints {
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

export function checkSetPoints(unit: SetPoints): string[] {
  const { p_mw, p_min_mw, p_max_mw, q_mvar, q_min_mvar, q_max_mvar } = unit;
  return [
    errorOf({ kind: 'p', unit: 'mw', symbol: 'MW', value: p_mw, min: p_min_mw, max: p_max_mw }),
    errorOf({ kind: 'q', unit: 'mvar', symbol: 'MVAr', value: q_mvar, min: q_min_mvar, max: q_max_mvar }),
  ].filter((error) => error !== null);
}

/** A set-point means nothing within limits that are out of order. */
function errorOf({ kind, unit, symbol, value, min, max }: Range): string | null {
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
