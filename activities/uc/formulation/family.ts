/** What a constraint family that ties all units together says of itself, for its row of families.ts. */
import type { CauseCode } from '../../../temporal/case/messages/families.ts';
import type { Repair } from '../../../temporal/case/messages/infeasibility.ts';
import type { Multipliers, SolveResult } from '../../../temporal/case/messages/result.ts';
import type { MilpBuilder, Row, Term } from '../../milp/model.ts';
import type { Instance } from '../instance.ts';
import type { Schedule } from '../schedule.ts';
import type { Variables } from '../variables.ts';

/** Prices of a result that families have; those of a schedule without prices are left out. */
export const FAMILY_PRICES = [
  'generator_outage_price_usd_per_mw',
  'emission_shadow_price_usd_per_t',
  'energy_limit_price_usd_per_mwh',
] as const;
export type FamilyPrices = Partial<Pick<SolveResult, (typeof FAMILY_PRICES)[number]>>;

/** Dual of a row of the model, $ per unit of the row; absent = 0. */
export type DualOf = (row: number) => number;

/** Price of an upper limit over the horizon, $ per unit: as it is paid for many units, it keeps more digits than others. */
export const toPrice = (dual: number): number => Math.max(0, Math.round(-dual * 1e9) / 1e9) + 0;

/** What the duals of the rows of a family mean; empty where the case has nothing of it. */
export interface FamilyRows {
  /** `dualOf`: at the dispatch of the schedule. */
  readonly prices?: (dualOf: DualOf) => FamilyPrices;
  /** `dualOf`: of the relaxation. */
  readonly multipliers?: (dualOf: DualOf) => Partial<Multipliers>;
}

/** What units do in terms of a model: MW of a unit or a renewable in an hour, and 1 where a unit starts. */
export interface UnitTerms {
  output(g: number, t: number): Term[];
  startup(g: number, t: number): Term[];
  renewable(i: number, t: number): Term[];
}

/** A hard limit over the horizon with the number of the payload that a repair may change. */
export interface MovableLimit {
  /** Bounded on one side, which moves by as much as the number. */
  readonly row: Row;
  readonly number: Pick<Repair, 'element_type' | 'element_id' | 'field' | 'from'> & {
    readonly code: CauseCode;
  };
}

export interface Family {
  /** Adds columns and rows to the model. */
  add(milp: MilpBuilder, instance: Instance, x: Variables): FamilyRows;
  readonly limits?: (instance: Instance, units: UnitTerms) => readonly MovableLimit[];
  /** What it says of a schedule in the result. */
  readonly figures?: (instance: Instance, schedule: Schedule) => Partial<SolveResult>;
  /** What a schedule pays for what a soft limit lets go, $. */
  readonly penalty?: (instance: Instance, schedule: Schedule) => number;
}
