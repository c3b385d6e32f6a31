/** Storage of a CSV folder of PyPSA. */
import { isList, largestOf } from '../../../temporal/case/arithmetic/series.ts';
import type { Storage } from '../base/network-parts.ts';
import type { ReportBuilder } from '../base/report.ts';
import type { Cell } from '../tables/write-table.ts';

/** Limits of the energy at the end, which can be written only if they are equal, with the words of their notes. */
const ENDS = { final_mwh: 'Least energy at the end', final_max_mwh: 'Largest energy at the end' } as const;

export const shares = (values: readonly number[], mw: number): number[] => values.map((value) => value / mw);

/** Base of per-unit powers of a storage, MW. */
const storageBase = ({ charge_mw, discharge_mw }: Storage): number =>
  Math.max(largestOf(charge_mw), largestOf(discharge_mw)) || 1;

/**
 * Energy at the end, if its lower and upper limit are equal; PyPSA can fix the energy of a snapshot, but not limit it.
 */
const setAtEnd = ({ final_mwh, final_max_mwh }: Storage): number | undefined =>
  final_mwh === final_max_mwh ? final_mwh : undefined;

/** State of charge for PyPSA before the first snapshot, which has no standing loss there. */
const firstState = ({ initial_mwh = 0, standing_loss_per_h = 0 }: Storage): number =>
  initial_mwh * (1 - standing_loss_per_h);

export const storageRow = (
  store: Storage,
  i: number,
  hours: number,
  bus: (id: number) => string,
  report: ReportBuilder,
): Record<string, Cell> => {
  const pNom = storageBase(store);
  // A column has a value for every storage; if the storage has a series too, PyPSA uses the series.
  const share = (mw: Storage['charge_mw']): number => (isList(mw) ? 1 : mw / pNom);
  const end = setAtEnd(store);
  if (end === undefined)
    for (const [field, words] of Object.entries(ENDS))
      if (store[field as keyof typeof ENDS]) report.drop('warning', field, words, ['storage', i, field]);
  return {
    name: store.name,
    bus: bus(store.bus),
    carrier: store.type,
    p_nom: pNom,
    p_min_pu: -share(store.charge_mw),
    p_max_pu: share(store.discharge_mw),
    inflow: isList(store.inflow_mw) ? 0 : (store.inflow_mw ?? 0),
    max_hours: store.energy_mwh / pNom,
    efficiency_store: store.efficiency ?? store.charge_efficiency ?? 1,
    efficiency_dispatch: store.discharge_efficiency ?? 1,
    standing_loss: store.standing_loss_per_h ?? 0,
    marginal_cost: store.discharge_cost_usd_per_mwh ?? 0,
    cyclic_state_of_charge: store.cyclic ?? false,
    state_of_charge_initial: firstState(store),
    ...(hours === 1 && end !== undefined && { state_of_charge_set: end }),
  };
};

/** File -> storage -> series. */
export function storageSeries(
  storage: readonly Storage[],
  hours: number,
): [string, Map<string, readonly Cell[]>][] {
  const of = (values: (store: Storage) => readonly Cell[] | undefined) =>
    new Map(
      storage.flatMap((store) => {
        const series = values(store);
        return series ? [[store.name, series] as const] : [];
      }),
    );
  const shareOf = (store: Storage, mw: Storage['charge_mw'], sign: 1 | -1) =>
    isList(mw) ? shares(mw, sign * storageBase(store)) : undefined;
  const end = (store: Storage): Cell[] | undefined => {
    const mwh = setAtEnd(store);
    return mwh === undefined || hours === 1 ? undefined : [...new Array<Cell>(hours - 1), mwh];
  };
  return [
    ['storage_units-p_min_pu.csv', of((store) => shareOf(store, store.charge_mw, -1))],
    ['storage_units-p_max_pu.csv', of((store) => shareOf(store, store.discharge_mw, 1))],
    ['storage_units-inflow.csv', of(({ inflow_mw }) => (isList(inflow_mw) ? inflow_mw : undefined))],
    ['storage_units-state_of_charge_set.csv', of(end)],
  ];
}
