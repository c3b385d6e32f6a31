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
