/** Why a voltage or a power may have been given in another unit than its field says. */
import type { PowerFlowLimits } from '../limits.ts';
import { isAbove, isFiniteNumber, round } from '../numbers.ts';

export const SUSPECTED_UNITS = ['V', 'MV', 'kVA', 'kW'] as const;
export type SuspectedUnit = (typeof SUSPECTED_UNITS)[number];

export interface UnitDoubt {
  /** `UNIT_SUSPECT` makes a network invalid, the others are warnings. */
  readonly code: 'UNIT_SUSPECT' | 'UNIT_AMBIGUOUS' | 'NONSTANDARD_VOLTAGE';
  /** What is wrong, without the name of the element. */
  readonly message: string;
  /** null = wrong in any unit. */
  readonly unit: SuspectedUnit | null;
  /** The value in the unit of the field. */
  readonly suggested: number | null;
}

const PER_KILO = 1000;

const POWER_FIELDS = {
  s_nom_mva: { unit: 'MVA', suspected: 'kVA' },
  p_max_mw: { unit: 'MW', suspected: 'kW' },
} as const;

/** A line or unit of more than 10,000 MVA or MW is one of as many kVA or kW; absent powers are no doubt. */
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
