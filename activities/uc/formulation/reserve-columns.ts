/**
 * Columns that only some elements have: reserve (one column for each provider of a product), spill, and hours of
 * discharging. Columns of downward reserve, and of reserve of storage and renewables, have an upper bound that excludes
 * no schedule. It keeps a relaxation that prices their limits bounded.
 */
import { amountAt, largestOf, numberAt } from '../../../temporal/case/arithmetic/series.ts';
import { hasInflow } from '../../case/read-storage.ts';
import type { Column, ColumnSpec, MilpBuilder } from '../../milp/model.ts';
import type { Instance } from '../instance.ts';
import type { ReserveVariables, Variables } from '../variables.ts';

const NONE: Column = -1;

export function addReserveColumns(
  milp: MilpBuilder,
  { products, units, periods }: Instance,
): ReserveVariables['reserve'] {
  const columns = products.map(({ isDown }, q) => {
    const givers = units.flatMap(({ reserveMost }, g) => (largestOf(reserveMost[q]) > 0 ? [g] : []));
    return columnsOf(milp, givers, periods, (g, t) => {
      const unit = units[g];
      if (!isDown || !unit) return {};
      const range = Math.max(0, amountAt(unit.pMax, t) - amountAt(unit.pMin, t));
      return { upper: unit.count * Math.min(range, numberAt(unit.reserveMost[q] ?? 0, t)) };
    });
  });
  return (q, g, t) => columns[q]?.(g, t) ?? NONE;
}

export function addResourceReserveColumns(
  milp: MilpBuilder,
  { products, units, storage, renewables, periods }: Instance,
): Omit<ReserveVariables, 'reserve'> {
  const ofStorage = products.map((product) =>
    columnsOf(milp, product.storage, periods, (s, t) => ({
      upper: amountAt(storage[s]?.charge_mw, t) + amountAt(storage[s]?.discharge_mw, t),
    })),
  );
  const ofRenewables = products.map((product) =>
    columnsOf(milp, product.renewables, periods, (i, t) => ({
      upper: Math.max(0, amountAt(renewables[i]?.p_max, t) - amountAt(renewables[i]?.p_min, t)),
    })),
  );
  const ofUnits = products.map(({ isOffline }, q) => {
    const givers = units.flatMap(({ quickStart, reserveMost }, g) =>
      isOffline && largestOf(quickStart) > 0 && largestOf(reserveMost[q]) > 0 ? [g] : [],
    );
    return columnsOf(milp, givers, periods, (g, t) => ({ upper: amountAt(units[g]?.quickStart, t) }));
  });
  return {
    offReserve: (q, g, t) => ofUnits[q]?.(g, t) ?? NONE,
    storageReserve: (q, s, t) => ofStorage[q]?.(s, t) ?? NONE,
    renewableReserve: (q, i, t) => ofRenewables[q]?.(i, t) ?? NONE,
  };
}

/** Adds a column for each storage with inflow; -1 for other storage. */
export function addSpillColumns(milp: MilpBuilder, { storage, periods }: Instance): Variables['spill'] {
  const filled = storage.flatMap((item, s) => (hasInflow(item) ? [s] : []));
  return columnsOf(milp, filled, periods, (s, t) => ({ upper: amountAt(storage[s]?.inflow_mw, t) }));
}

/** Adds a column for each storage with a least discharging power; -1 for other storage. */
export function addDischargingColumns(
  milp: MilpBuilder,
  { storage, periods }: Instance,
): Variables['discharging'] {
  const limited = storage.flatMap((item, s) => (item.discharge_min_mw.some((mw) => mw > 0) ? [s] : []));
  return columnsOf(milp, limited, periods, (s, t) =>
    amountAt(storage[s]?.discharge_min_mw, t) > 0 ? { upper: 1, integer: true } : { upper: 0 },
  );
}

/** `givers`: positions of the elements with a column, ascending. */
function columnsOf(
  milp: MilpBuilder,
  givers: readonly number[],
  periods: number,
  spec: (giver: number, t: number) => ColumnSpec,
): (giver: number, t: number) => Column {
  const place = new Map(givers.map((giver, k) => [giver, k]));
  const column = milp.family(givers, periods, spec);
  return (giver, t) => {
    const k = place.get(giver);
    return k === undefined ? NONE : column(k, t);
  };
}
