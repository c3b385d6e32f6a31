/** A family of constraints that ties all units together: the parts of its row in families.ts. */
import type { CauseCode } from '../../../temporal/case/messages/families.ts';
import type { Repair } from '../../../temporal/case/messages/infeasibility.ts';
import type { Multipliers, SolveResult } from '../../../temporal/case/messages/result.ts';
import type { Column, MilpBuilder, Row, Term } from '../../milp/model.ts';
import type { Instance } from '../instance.ts';
import type { PricedLimit } from '../lmp.ts';
import type { Schedule } from '../schedule.ts';
import type { Variables } from '../variables.ts';
import type { Injections } from './balance.ts';

/** Prices of families in a result; a schedule without prices leaves them out. */
export const FAMILY_PRICES = [
  'generator_outage_price_usd_per_mw',
  'emission_shadow_price_usd_per_t',
  'interface_shadow_price_usd_per_mwh',
  'energy_limit_price_usd_per_mwh',
  'cycle_limit_price_usd_per_mwh',
  'fuel_limit_price_usd_per_mmbtu',
] as const;
export type FamilyPrices = Partial<Pick<SolveResult, (typeof FAMILY_PRICES)[number]>>;

/** Dual of a row of the model, $ per unit of the row; absent = 0. */
export type DualOf = (row: number) => number;

/**
 * Price of an upper limit over the horizon, $ per unit. It keeps more digits than other prices, because it is
 * multiplied by the output of many units.
 */
export const toPrice = (dual: number): number => Math.max(0, Math.round(-dual * 1e9) / 1e9) + 0;

/** Prices and multipliers computed from the duals of a family's rows; empty if the case does not use the family. */
export interface FamilyRows {
  /** `dualOf`: duals of the dispatch of the schedule. */
  readonly prices?: (dualOf: DualOf) => FamilyPrices;
  /** `dualOf`: duals of the relaxation. */
  readonly multipliers?: (dualOf: DualOf) => Partial<Multipliers>;
  /** Flow limits, whose duals are part of the prices at the buses. */
  readonly flows?: (dualOf: DualOf) => readonly PricedLimit[];
}

/**
 * Variables as terms of a model: output of a unit or a renewable in an hour, MW; 1 in an hour in which a unit starts;
 * and the column of the discharge of a storage, MW.
 */
export interface UnitTerms {
  output(g: number, t: number): Term[];
  startup(g: number, t: number): Term[];
  renewable(i: number, t: number): Term[];
  discharge(s: number, t: number): Column;
}

/** A hard limit over the horizon, and the number of the payload that a repair may change. */
export interface MovableLimit {
  /** Row with a bound on one side; the bound moves with the number. */
  readonly row: Row;
  readonly number: Pick<Repair, 'element_type' | 'element_id' | 'field' | 'from'> & {
    readonly code: CauseCode;
    /** Cost of the change for a repair, MW-equivalents per unit; default 1. */
    readonly weight?: number;
  };
}

export interface Family {
  /** Adds columns and rows to the model. */
  add(milp: MilpBuilder, instance: Instance, x: Variables, injections: Injections): FamilyRows;
  readonly limits?: (instance: Instance, units: UnitTerms) => readonly MovableLimit[];
  /** Figures of a schedule for the result. */
  readonly figures?: (instance: Instance, schedule: Schedule) => Partial<SolveResult>;
  /** Penalty for exceeding a soft limit, $. */
  readonly penalty?: (instance: Instance, schedule: Schedule) => number;
}
