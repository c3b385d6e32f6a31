/** What the row families of an elastic model share, its variables among it. */
import type { Column, MilpBuilder, Term } from '../../milp/model.ts';
import { addReserveColumns, addResourceReserveColumns } from '../../uc/formulation/reserve-columns.ts';
import type { Variables } from '../../uc/formulation/variables.ts';
import type { Instance } from '../../uc/instance.ts';
import type { PreparedCase } from '../base/prepared-case.ts';
import type { Levers } from './lever-columns.ts';
import type { UnitLevers } from './unit-levers.ts';

export interface ElasticContext {
  readonly milp: MilpBuilder;
  readonly prepared: PreparedCase;
  readonly x: ElasticVariables;
  readonly levers: Levers;
  /** By position of the unit. */
  readonly unitLevers: readonly UnitLevers[];
  /** No quantity of the case ever has to change by more, MW. */
  readonly mostMw: number;
  /** MW injected at bus position b in hour t, changes of the load included; shape [buses][T]. */
  readonly injections: readonly (readonly Term[][])[];
}

/** Variables of the elastic model: total output instead of output above the minimum, whose limits may move. */
export interface ElasticVariables extends Omit<Variables, 'above'> {
  /** MW. */
  output(g: number, t: number): Column;
  /** What output and reserve may be together: 0 while off, MW. */
  capacity(g: number, t: number): Column;
}

const FREE = { lower: Number.NEGATIVE_INFINITY } as const;

export function elasticVariables(milp: MilpBuilder, instance: Instance): ElasticVariables {
  const { units, periods, renewables, storage, dcLines, load, unservedPrice, payload, jobType } = instance;
  const { network, lossShares } = instance;
  const products = payload.reserves ?? [];
  const reserve = addReserveColumns(milp, instance);
  return {
    on: milp.family(units, periods, () => ({ upper: 1, integer: jobType !== 'ed' })),
    startup: milp.family(units, periods, () => ({ upper: 1 })),
    shutdown: milp.family(units, periods, () => ({ upper: 1 })),
    output: milp.family(units, periods, ({ pMin }, t) => ({ lower: Math.min(0, pMin[t] ?? 0) })),
    capacity: milp.family(units, periods, () => FREE),
    reserve,
    renewable: milp.family(renewables, periods, () => FREE),
    charge: milp.family(storage, periods, () => ({})),
    discharge: milp.family(storage, periods, () => ({})),
    energy: milp.family(storage, periods, () => ({})),
    charging: milp.family(storage, periods, () => ({ upper: 1, integer: true })),
    dc: milp.family(dcLines, periods, () => FREE),
    unserved: milp.family(load, periods, (mw, t) => ({
      upper: unservedPrice === undefined ? 0 : Math.max(0, mw[t] ?? 0),
    })),
    shortfall: milp.family(products, periods, ({ penalty_usd_per_mwh }) => ({
      upper: penalty_usd_per_mwh === undefined ? 0 : Number.POSITIVE_INFINITY,
    })),
    losses: milp.family(Array.from({ length: network.islands }), periods, () => ({
      upper: lossShares ? Number.POSITIVE_INFINITY : 0,
    })),
    ...addResourceReserveColumns(milp, instance),
  };
}
