import type { PowerFlowLimits } from '../limits.ts';
import { isAbove, isFiniteNumber, round } from '../numbers.ts';

/** Why a value may have been given in another unit than its field says. */
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

/**
 * Standard nominal voltages, kV: IEC 60038, ANSI C84.1 and others that are common in published networks.
 */
export const LOW_VOLTAGES_KV: readonly number[] = [
  0.12, 0.208, 0.23, 0.24, 0.277, 0.347, 0.4, 0.415, 0.48, 0.575, 0.6, 0.69, 1,
];

export const HIGHER_VOLTAGES_KV: readonly number[] = [
  2.4, 3.3, 4.16, 4.8, 6, 6.6, 6.9, 8.32, 10, 11, 12, 12.47, 13.2, 13.8, 15, 16.5, 18, 20, 20.78, 22, 22.86,
  24, 24.94, 27.6, 30, 33, 34.5, 35, 44, 45, 46, 50, 60, 63, 66, 69, 70, 77, 86, 88, 90, 100, 110, 115, 120,
  130, 132, 138, 150, 154, 161, 187, 220, 225, 230, 240, 275, 287, 300, 315, 330, 345, 380, 400, 420, 500,
  525, 735, 750, 765, 800, 1000, 1050, 1100, 1150, 1200,
];

/** Nothing is operated above. */
export const MAX_VOLTAGE_KV = 1200;
/** Transmission begins here. */
export const MIN_TRANSMISSION_KV = 60;

/** A line or unit of more than 10,000 MVA or MW is one of as many kVA or kW. */
const KILO = 1000;

const POWER_FIELDS = {
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
  const suggested = round(power / KILO);
  const message = `${round(power)} ${unit} looks like ${suspected} (${suggested} ${unit})`;
  return { code: 'UNIT_SUSPECT', message, unit: suspected, suggested };
}
