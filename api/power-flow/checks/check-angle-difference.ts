/** The voltage angle over a line against its limits; the difference is wrapped to (-180, 180] degrees. */
import type { PowerFlowLimits } from '../limits.ts';
import { isAbove, isBelow, isFiniteNumber, round } from '../numbers.ts';

export interface AngleLimits {
  /** From minus to; absent = the general limit. */
  readonly angle_min_deg?: number | null | undefined;
  readonly angle_max_deg?: number | null | undefined;
}

interface AngleFinding {
  readonly severity: 'error' | 'warning';
  readonly what: string;
}

export function checkAngleDifference(
  line: AngleLimits,
  from: number,
  to: number,
  limits: PowerFlowLimits,
): AngleFinding | null {
  const { PF_ANGLE_DIFFERENCE_WARN_DEG: unusual, PF_ANGLE_DIFFERENCE_MAX_DEG: largest } = limits;
  const difference = wrap(from - to);
  const magnitude = Math.abs(difference);
  const low = isFiniteNumber(line.angle_min_deg) ? line.angle_min_deg : null;
  const high = isFiniteNumber(line.angle_max_deg) ? line.angle_max_deg : null;
  if (low === null && high === null && isAbove(magnitude, largest)) {
    return { severity: 'error', what: said(magnitude, 'above', largest) };
  }
  if (isAbove(difference, high ?? largest)) {
    return { severity: 'error', what: said(difference, 'above', high ?? largest) };
  }
  if (isBelow(difference, low ?? -largest)) {
    return { severity: 'error', what: said(difference, 'below', low ?? -largest) };
  }
  return isAbove(magnitude, unusual)
    ? { severity: 'warning', what: said(magnitude, 'above', unusual) }
    : null;
}

const said = (difference: number, side: 'above' | 'below', limit: number): string =>
  `angle difference ${round(difference)} deg ${side} ${round(limit)} deg`;

function wrap(degrees: number): number {
  const rest = degrees % 360;
  if (rest > 180) return rest - 360;
  return rest <= -180 ? rest + 360 : rest;
}
