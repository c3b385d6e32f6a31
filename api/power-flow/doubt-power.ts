/** A line or unit of more than 10,000 MVA or MW is one of as many kVA or kW. */
import type { PowerFlowLimits } from './limits.ts';
import { isAbove, isFiniteNumber, round } from './numbers.ts';
import type { UnitDoubt } from './unit-doubt.ts';

const PER_KILO = 1000;

export const POWER_FIELDS = {
  s_nom_mva: { unit: 'MVA', suspected: 'kVA' },
  p_max_mw: { unit: 'MW', suspected: 'kW' },
} as const;

/** Powers are optional: null or absent is no doubt. */
export function doubtPower(
  field: keyof typeof POWER_FIELDS,
  power: number | null | undefined,
  { PF_PLAUSIBLE_POWER_MW: most }: PowerFlowLimits,
): UnitDoubt | null {
  if (power === null || power === undefined) return null;
  if (!isFiniteNumber(power)) {
    return { code: 'UNIT_SUSPECT', message: `${field} is not finite`, unit: null, suggested: null };
  }
  if (!isAbove(power, most)) return null;
  const { unit, suspected } = POWER_FIELDS[field];
  const suggested = round(power / PER_KILO);
  const message = `${round(power)} ${unit} looks like ${suspected} (${suggested} ${unit})`;
  return { code: 'UNIT_SUSPECT', message, unit: suspected, suggested };
}
