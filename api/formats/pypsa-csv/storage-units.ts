/** Reads storage_units.csv and stores.csv as storage. Energies are states of charge, MWh. */
import { isList, largestOf } from '../../../temporal/case/arithmetic/series.ts';
import type { Storage } from '../base/network-parts.ts';
import { busOf, freeName, type Grid, isActive, type Names, nominal } from './buses.ts';
import type { Element } from './elements.ts';
import type { Snapshots } from './snapshots.ts';

/** Series that are read, or reported if they are not supported. */
export const STORAGE_SERIES = [
  ...['inflow', 'marginal_cost', 'p_max_pu', 'p_min_pu', 'efficiency_store', 'efficiency_dispatch'],
  ...['standing_loss', 'state_of_charge_set'],
];
export const STORE_SERIES = ['e_min_pu', 'e_max_pu', 'e_set', 'p_set', 'marginal_cost', 'standing_loss'];

export const readStorageUnits = (
  elements: readonly Element[],
  grid: Grid,
  names: Names,
  snapshots: Snapshots,
): Storage[] =>
  elements.flatMap((element) => {
    const bus = isActive(element) ? busOf(element, 'bus', grid) : undefined;
    return bus === undefined ? [] : [toStorage(element, bus, names, snapshots)];
  });

function share(element: Element, attribute: string): number {
  const value = element.amount(attribute, 1);
  return value > 0 && value <= 1
    ? value
    : element.refuse(attribute, `Should be above 0 and at most 1, not ${value}`);
}

function noteUnit(element: Element, hasInflow: boolean): void {
  const drop = (attribute: string, words: string): void =>
    element.drop('warning', attribute, words, attribute);
  if (element.number('sign', 1) !== 1) drop('sign', 'Signs of storage');
  if (element.number('spill_cost', 0) !== 0 && hasInflow) drop('spill_cost', 'Cost of spilling');
  if (element.number('marginal_cost_storage', 0) !== 0)
    drop('marginal_cost_storage', 'Cost of stored energy over time');
  for (const attribute of ['efficiency_store', 'efficiency_dispatch', 'standing_loss'])
    if (element.series(attribute)) drop(attribute, `${attribute} of storage by the hour`);
}

function powerOf(element: Element): number {
  const mw = nominal(element, 'p_nom');
  return Number.isFinite(mw)
    ? mw
    : element.refuse('p_nom', 'Should be finite, as it says how much energy there is');
}

const isAnyBelow0 = (values: number | readonly number[]): boolean => [values].flat().some((each) => each < 0);

/** Largest power, MW, constant or by hour. `sign`: -1 for a limit of charging, which is negative in PyPSA. */
function mostPower(
  element: Element,
  attribute: 'p_min_pu' | 'p_max_pu',
  sign: 1 | -1,
  pNom: number,
): number | number[] {
  const pu = element.series(attribute) ?? element.number(attribute, sign);
  const toMw = (value: number): number => Math.max(0, sign * value * pNom);
  if ([pu].flat().some((value) => sign * value < 0))
    element.drop('warning', attribute, `${sign < 0 ? 'Minimum' : 'Negative'} outputs of storage`, attribute);
  return isList(pu) ? pu.map(toMw) : toMw(pu);
}

function toStorage(element: Element, bus: number, names: Names, snapshots: Snapshots): Storage {
  const inflow = element.series('inflow') ?? element.amount('inflow', 0);
  const hasInflow = largestOf(inflow) > 0;
  if (isAnyBelow0(inflow)) element.refuse('name', 'Has an inflow below 0');
  noteUnit(element, hasInflow);
  const pNom = powerOf(element);
  const [store, dispatch] = [share(element, 'efficiency_store'), share(element, 'efficiency_dispatch')];
  const energy_mwh = element.amount('max_hours', 1) * pNom;
  const carrier = element.optionalText('carrier');
  const cost = element.number('marginal_cost', 0);
  if (cost < 0 || element.series('marginal_cost'))
    element.drop('warning', 'storage_cost', 'Discharging costs below 0, or by hour', 'marginal_cost');
  const loss = element.amount('standing_loss', 0);
  if (loss >= 1) element.refuse('standing_loss', `Should be less than 1, not ${loss}`);
  return {
    name: freeName(element, 'storage', names),
    bus,
    ...(carrier !== undefined && { type: carrier }),
    energy_mwh,
    ...energyBefore(element, energy_mwh, (1 - loss) ** snapshots.stepHours),
    charge_mw: mostPower(element, 'p_min_pu', -1, pNom),
    discharge_mw: mostPower(element, 'p_max_pu', 1, pNom),
    ...(dispatch === 1
      ? { efficiency: store }
      : { charge_efficiency: store, discharge_efficiency: dispatch }),
    ...(loss > 0 && { standing_loss_per_h: loss }),
    ...(cost > 0 && { discharge_cost_usd_per_mwh: cost }),
    ...(hasInflow && { inflow_mw: inflow }),
    ...energyAtEnd(element, 'state_of_charge_set', energy_mwh, snapshots),
  };
}

/** Initial energy. `kept`: share of stored energy that remains after a snapshot. */
function energyBefore(
  element: Element,
  energy: number,
  kept: number,
): Pick<Storage, 'cyclic' | 'initial_mwh'> {
  const initial = element.number('state_of_charge_initial', 0);
  if (element.flag('cyclic_state_of_charge', false)) return { cyclic: true };
  return initial >= 0 && initial <= energy
    ? { initial_mwh: beforeLoss(element, 'state_of_charge_initial', initial, energy, kept) }
    : element.refuse('state_of_charge_initial', 'Should be 0 or more, and at most p_nom times max_hours');
}

/**
 * Initial energy from which `initial` remains after the standing loss of the first snapshot: PyPSA has no loss in that
 * snapshot.
 */
function beforeLoss(
  element: Element,
  attribute: string,
  initial: number,
  energy: number,
  kept: number,
): number {
  const before = initial / kept;
  if (before <= energy) return before;
  const words = 'The first snapshot of a full storage has a standing loss';
  element.change('warning', 'first_loss', words, attribute);
  return energy;
}

/** Energy that is fixed at the end of the last snapshot; energy fixed at other times is dropped. */
function energyAtEnd(
  element: Element,
  attribute: string,
  energy: number,
  { keys, stepHours }: Snapshots,
): Pick<Storage, 'final_mwh' | 'final_max_mwh'> {
  const constant = element.optionalNumber(attribute) ?? Number.NaN;
  const values = element.series(attribute) ?? keys.map(() => constant);
  const step = element.series(attribute) ? stepHours : 1;
  const last = values.at(-1) ?? Number.NaN;
  if (!values.slice(0, -step).every(Number.isNaN) || last < 0 || last > energy) {
    const words = 'Energy that is set beyond the capacity, or for the end of another hour than the last';
    element.drop('warning', 'energy_set', words, attribute);
    return {};
  }
  return Number.isNaN(last) ? {} : { final_mwh: last, final_max_mwh: last };
}

/**
 * Reads stores, as storage that can be filled or emptied in one hour. A constant price of its power is equivalent to a
 * value of its final energy, except for a constant, if there are no standing losses. A store that no storage can
 * represent is left out.
 */
export const readStores = (
  elements: readonly Element[],
  grid: Grid,
  names: Names,
  snapshots: Snapshots,
): Storage[] =>
  elements.flatMap((element) => {
    const bus = isActive(element) ? busOf(element, 'bus', grid) : undefined;
    if (bus === undefined) return [];
    const store = toStore(element, bus, names, snapshots);
    const attribute = unknownOf(element, store);
    if (attribute === undefined) return [withoutFirstLoss(element, store, snapshots)];
    element.drop('warning', 'stores', `Stores with a value of ${attribute} that no storage has`, attribute);
    return [];
  });

function withoutFirstLoss(element: Element, store: Storage, { stepHours }: Snapshots): Storage {
  const { initial_mwh, energy_mwh, standing_loss_per_h = 0 } = store;
  if (initial_mwh === undefined) return store;
  const kept = (1 - standing_loss_per_h) ** stepHours;
  return { ...store, initial_mwh: beforeLoss(element, 'e_initial', initial_mwh, energy_mwh, kept) };
}

/** The first attribute with a value that no storage can have; undefined if a storage can have all values. */
function unknownOf(element: Element, { energy_mwh, initial_mwh = 0, standing_loss_per_h = 0 }: Storage) {
  const cost = element.number('marginal_cost', 0);
  const unknown: readonly (readonly [attribute: string, is: boolean])[] = [
    ['e_nom', !Number.isFinite(energy_mwh)],
    ['e_min_pu', isAnyBelow0(element.series('e_min_pu') ?? element.number('e_min_pu', 0))],
    ['e_max_pu', element.series('e_max_pu') !== undefined || energy_mwh < 0],
    ['e_initial', initial_mwh < 0 || initial_mwh > energy_mwh],
    ['standing_loss', element.series('standing_loss') !== undefined],
    ['standing_loss', standing_loss_per_h < 0 || standing_loss_per_h >= 1],
    ['marginal_cost', element.series('marginal_cost') !== undefined],
    ['marginal_cost', cost < 0 || (cost > 0 && standing_loss_per_h > 0)],
    ['marginal_cost_quadratic', element.number('marginal_cost_quadratic', 0) !== 0],
    ['marginal_cost_storage', element.number('marginal_cost_storage', 0) !== 0],
    ['p_set', element.series('p_set') !== undefined || element.optionalNumber('p_set') !== undefined],
    ['sign', element.number('sign', 1) !== 1],
  ];
  return unknown.find(([, is]) => is)?.[0];
}

function toStore(element: Element, bus: number, names: Names, snapshots: Snapshots): Storage {
  const eNom = nominal(element, 'e_nom');
  const energy_mwh = element.number('e_max_pu', 1) * eNom || 0;
  const pu = element.series('e_min_pu') ?? element.number('e_min_pu', 0);
  const toMwh = (value: number): number => value * eNom || 0;
  const [isCyclic, initial_mwh] = [element.flag('e_cyclic', false), element.number('e_initial', 0)];
  const [loss, cost] = [element.number('standing_loss', 0), element.number('marginal_cost', 0)];
  const carrier = element.optionalText('carrier');
  return {
    name: freeName(element, 'store', names),
    bus,
    ...(carrier !== undefined && { type: carrier }),
    energy_mwh,
    ...(isCyclic ? { cyclic: true } : { initial_mwh }),
    charge_mw: energy_mwh,
    discharge_mw: energy_mwh,
    efficiency: 1,
    ...(loss !== 0 && { standing_loss_per_h: loss }),
    ...(largestOf(pu) > 0 && { min_mwh: isList(pu) ? pu.map(toMwh) : toMwh(pu) }),
    ...(cost > 0 && !isCyclic && { final_value_usd_per_mwh: cost }),
    ...energyAtEnd(element, 'e_set', energy_mwh, snapshots),
  };
}
