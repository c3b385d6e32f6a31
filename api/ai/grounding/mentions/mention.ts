/** A figure as it stands in a text. */
import type { Role } from '../fact.ts';

export type Unit = '%' | '$' | '$/MWh' | 'MW' | 'MWh' | 'MVA' | 'h';

export interface Mention {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly role: Role;
  /** Squeezed name when it is one, such as `g12`; then there are no readings. */
  readonly name: string | null;
  /** What it may mean: a comma may separate thousands or decimals. */
  readonly readings: readonly Reading[];
  readonly unit: Unit | null;
  /** Says of itself that it is rounded. */
  readonly isRough: boolean;
}

export interface Reading {
  /** In MW, $, h, or percent. */
  readonly value: number;
  /** Half a unit of its last digit. */
  readonly tolerance: number;
}
