/** Whether the parameters of one line are physically plausible. */
import { checkImpedance, type Impedance, magnitudeOf } from './check-impedance.ts';
import type { ElementId } from './finding.ts';
import type { PowerFlowLimits } from './limits.ts';
import { isFiniteNumber, round } from './numbers.ts';

export interface CheckedLine {
  readonly valid: boolean;
  readonly error: string | null;
  readonly details: Impedance & {
    readonly id: ElementId;
    readonly z_ohm: number;
    /** null when x = 0 */
    readonly r_x_ratio: number | null;
    readonly warnings: string[];
  };
}

export function checkLine(
  line: Impedance & { readonly id: ElementId },
  limits: PowerFlowLimits,
): CheckedLine {
  const { id, r_ohm, x_ohm } = line;
  const { error, warnings } = checkImpedance(line, limits);
  const named = (what: string) => `Line ${id}: ${what}`;
  const ratio = r_ohm / x_ohm;
  return {
    valid: error === null,
    error: error === null ? null : named(error),
    details: {
      id,
      r_ohm,
      x_ohm,
      z_ohm: round(magnitudeOf(line)),
      r_x_ratio: isFiniteNumber(ratio) ? round(ratio) : null,
      warnings: warnings.map(named),
    },
  };
}
