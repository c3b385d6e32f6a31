/**
 * Variables of the three-binary formulation (Garver 1962; Morales-España, Latorre, Ramos 2013): commitment u, start-up
 * v, shut-down w, and output above the minimum p' = p - p_min u. For n equal units, u, v and w are sums in 0..n
 * (Knueven, Ostrowski, Watson, Exploiting identical generators in unit commitment, IEEE Trans. Power Syst. 33, 2018).
 */
import { amountAt } from '../../../temporal/case/arithmetic/series.ts';
import { storedLimits } from '../../case/read-storage.ts';
import type { MilpBuilder } from '../../milp/model.ts';
import type { Instance, Unit } from '../instance.ts';
import type { Variables } from '../variables.ts';
import { addBidColumns } from './bids.ts';
import { addDcColumns } from './dc-lines.ts';
import { addDemandColumns } from './demand-response.ts';
import { addShiftColumns } from './phase-shifters.ts';
import {
  addDischargingColumns,
  addReserveColumns,
  addResourceReserveColumns,
  addSpillColumns,
} from './reserve-columns.ts';
import { hasMode } from './storage.ts';

const BINARY = { upper: 1, integer: true } as const;

export function addVariables(milp: MilpBuilder, instance: Instance): Variables {
  const { units, periods, renewables, storage, sheddable, jobType } = instance;
  const { network, lossShares, shortfalls } = instance;
  const range = (unit: Unit, t: number): number => amountAt(unit.pMax, t) - amountAt(unit.pMin, t);
  const switching = ({ count }: Unit, may: boolean | undefined) => ({
    upper: may ? count : 0,
    integer: jobType !== 'ed',
  });
  const reserve = addReserveColumns(milp, instance);
  return {
    on: milp.family(units, periods, (unit, t) => ({
      lower: unit.mustBeOn[t] ? unit.count : 0,
      upper: unit.mayBeOn[t] ? unit.count : 0,
      integer: jobType !== 'ed',
      cost: unit.cost[t]?.fixed ?? 0,
    })),
    startup: milp.family(units, periods, (unit, t) => ({
      ...switching(unit, unit.mayStart[t]),
      cost: jobType === 'ed' ? 0 : amountAt(unit.startCost, t),
    })),
    shutdown: milp.family(units, periods, (unit, t) => ({
      ...switching(unit, unit.mayStop[t]),
      cost: unit.shutdownCost,
    })),
    above: milp.family(units, periods, (unit, t) => ({
      upper: unit.count * Math.max(0, range(unit, t)),
      cost: unit.cost[t]?.segments.length === 1 ? (unit.cost[t]?.segments[0]?.slope ?? 0) : 0,
    })),
    reserve,
    renewable: milp.family(renewables, periods, ({ p_min, p_max, marginal_cost }, t) => ({
      lower: amountAt(p_min, t),
      upper: amountAt(p_max, t),
      cost: amountAt(marginal_cost, t),
    })),
    charge: milp.family(storage, periods, ({ charge_mw, charge_cost_usd_per_mwh: cost }, t) => ({
      upper: amountAt(charge_mw, t),
      cost,
    })),
    discharge: milp.family(storage, periods, ({ discharge_mw, discharge_cost_usd_per_mwh: cost }, t) => ({
      upper: amountAt(discharge_mw, t),
      cost,
    })),
    energy: milp.family(storage, periods, (item, t) => {
      const { least, most } = storedLimits(item, t);
      const cost = t === periods - 1 ? 0 - item.final_value_usd_per_mwh : 0;
      return { lower: least, upper: most, cost };
    }),
    charging: milp.family(storage, periods, (item, t) => (hasMode(item, t) ? BINARY : { upper: 0 })),
    ...addDcColumns(milp, instance),
    unserved: milp.family(sheddable, periods, ({ most, price }, t) => ({
      upper: amountAt(most, t),
      cost: Number.isFinite(price[t]) ? amountAt(price, t) : 0,
    })),
    shortfall: milp.family(shortfalls, periods, ({ mw: upper, price: cost }) => ({ upper, cost })),
    losses: milp.family(Array.from({ length: network.islands }), periods, () => ({
      upper: lossShares ? Number.POSITIVE_INFINITY : 0,
    })),
    ...addResourceReserveColumns(milp, instance),
    spill: addSpillColumns(milp, instance),
    discharging: addDischargingColumns(milp, instance),
    accepted: addBidColumns(milp, instance),
    ...addShiftColumns(milp, instance),
    ...addDemandColumns(milp, instance),
  };
}
