/** Whether r + jx ohm can be the series impedance of a line: one error, or else what is unusual. */
import type { PowerFlowLimits } from '../limits.ts';
import { isAbove, isBelow, round } from '../numbers.ts';

export interface Impedance {
  readonly r_ohm: number;
  readonly x_ohm: number;
}

interface ImpedanceFindings {
  readonly error: string | null;
  readonly warnings: readonly string[];
}

/** |r + jx|, ohm */
export const magnitudeOf = ({ r_ohm, x_ohm }: Impedance): number =>
  Math.min(Math.hypot(r_ohm, x_ohm), Number.MAX_VALUE);

export function checkImpedance(impedance: Impedance, limits: PowerFlowLimits): ImpedanceFindings {
  const error = errorOf(impedance, limits);
  return { error, warnings: error === null ? warningsOf(impedance, limits) : [] };
}

/** Only the first error is told. */
function errorOf(impedance: Impedance, limits: PowerFlowLimits): string | null {
  const { PF_Z_MIN_OHM: least, PF_RX_ERROR, PF_Z_ERROR_OHM } = limits;
  const { r_ohm: r, x_ohm: x } = impedance;
  const z = magnitudeOf(impedance);
  if (isBelow(r, 0)) return `negative resistance ${round(r)} ohm`;
  if (isBelow(z, least)) return `zero impedance (|Z| below ${least} ohm)`;
  if (isBelow(x, 0)) return `negative reactance ${round(x)} ohm`;
  if (isBelow(x, least) && r > 0) return `reactance below ${least} ohm with resistance ${round(r)} ohm`;
  if (isAbove(r / x, PF_RX_ERROR)) return `R/X ${round(r / x)} above ${PF_RX_ERROR}`;
  if (isAbove(z, PF_Z_ERROR_OHM)) return `|Z| ${round(z)} ohm above ${PF_Z_ERROR_OHM} ohm`;
  return null;
}

function warningsOf(impedance: Impedance, limits: PowerFlowLimits): string[] {
  const { PF_RX_LOW, PF_RX_WARN, PF_Z_WARN_OHM } = limits;
  const { r_ohm: r, x_ohm: x } = impedance;
  const ratio = r / x;
  const z = magnitudeOf(impedance);
  const found: string[] = [];
  if (r <= 0) found.push('zero resistance (lossless)');
  else if (isBelow(ratio, PF_RX_LOW)) found.push(`R/X ${round(ratio)} below ${PF_RX_LOW}`);
  else if (isAbove(ratio, PF_RX_WARN)) {
    found.push(`R/X ${round(ratio)} above ${PF_RX_WARN}, unusual at 60 kV and above`);
  }
  if (isAbove(z, PF_Z_WARN_OHM)) found.push(`|Z| ${round(z)} ohm above ${PF_Z_WARN_OHM} ohm`);
  return found;
}
