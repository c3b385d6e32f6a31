/** Reads storage_units.csv as storage, with inflow as energy that a renewable can deliver. */
import type { Renewable, Storage } from '../base/network-parts.ts';
import { busOf, freeName, type Grid, isActive, type Names, nominal } from './buses.ts';
import type { Element } from './elements.ts';
import { marginalCost } from './generators.ts';

const HOURS_PER_DAY = 24;
const HOURS_PER_WEEK = 168;

/**
 * Energy is counted as deliverable energy: PyPSA's state of charge times the discharging efficiency. All losses then
 * occur on charging, and both problems are equivalent.
 */
export function readStorageUnits(elements: readonly Element[], grid: Grid, names: Names) {
  const storage: Storage[] = [];
  const inflows: Renewable[] = [];
  for (const element of elements) {
    const bus = isActive(element) ? busOf(element, 'bus', grid) : undefined;
    if (bus === undefined) continue;
    noteUnit(element);
    const inflow = element.series('inflow') ?? [element.amount('inflow', 0)];
    const flows = inflow.some((mw) => mw > 0);
    const charges = element.number('p_min_pu', -1) < 0;
    if (charges || !flows) storage.push(toStorage(element, bus, names));
    if (flows) inflows.push(toInflow(element, bus, inflow, charges, names));
  }
  return { storage, inflows };
}

function share(element: Element, attribute: string): number {
  const value = element.amount(attribute, 1);
  return value > 0 && value <= 1
    ? value
    : element.refuse(attribute, `Should be above 0 and at most 1, not ${value}`);
}

function noteUnit(element: Element): void {
  const drop = (attribute: string, words: string): void =>
    element.drop('warning', attribute, words, attribute);
  if (element.number('sign', 1) !== 1) drop('sign', 'Signs of storage');
  if (element.number('p_min_pu', -1) > 0) drop('p_min_pu', 'Minimum outputs of storage');
  if (element.number('spill_cost', 0) !== 0) drop('spill_cost', 'Cost of spilling');
  if (element.number('marginal_cost_storage', 0) !== 0)
    drop('marginal_cost_storage', 'Cost of stored energy over time');
  for (const attribute of [
    'p_max_pu',
    'p_min_pu',
    'efficiency_store',
    'efficiency_dispatch',
    'standing_loss',
  ])
    if (element.series(attribute)) drop(attribute, `${attribute} of storage by the hour`);
}

function powerOf(element: Element): number {
  const mw = nominal(element, 'p_nom');
  return Number.isFinite(mw)
    ? mw
    : element.refuse('p_nom', 'Should be finite, as it says how much energy there is');
}

function toStorage(element: Element, bus: number, names: Names): Storage {
  const pNom = powerOf(element);
  const [store, dispatch] = [share(element, 'efficiency_store'), share(element, 'efficiency_dispatch')];
  const energy_mwh = element.amount('max_hours', 1) * pNom * dispatch;
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
    ...energyBefore(element, energy_mwh, dispatch),
    charge_mw: -Math.min(0, element.number('p_min_pu', -1)) * pNom,
    discharge_mw: element.amount('p_max_pu', 1) * pNom,
    efficiency: store * dispatch,
    ...(loss > 0 && { standing_loss_per_h: loss }),
    ...(cost > 0 && { discharge_cost_usd_per_mwh: cost }),
  };
}

function energyBefore(
  element: Element,
  energy: number,
  dispatch: number,
): Pick<Storage, 'cyclic' | 'initial_mwh'> {
  if (element.flag('cyclic_state_of_charge', false)) return { cyclic: true };
  const initial = element.amount('state_of_charge_initial', 0) * dispatch;
  return initial <= energy
    ? { initial_mwh: initial }
    : element.refuse('state_of_charge_initial', 'Should be at most p_nom times max_hours');
}

/** Inflow can be delivered within a day, or within a week if the storage holds a week at full output. */
function toInflow(
  element: Element,
  bus: number,
  inflow: readonly number[],
  charges: boolean,
  names: Names,
): Renewable {
  const pNom = powerOf(element);
  const isLarge = element.amount('max_hours', 1) >= HOURS_PER_WEEK;
  const period = isLarge ? 'week' : 'day';
  const words = `${element.name}: delivers the inflow of each ${period} within that ${period}${charges ? ', beside its storage' : ''}; its state of charge is left out`;
  element.change('warning', 'inflow', words, 'inflow');
  if (inflow.some((mw) => mw < 0)) element.refuse('name', 'Has an inflow below 0');
  const cost = marginalCost(element);
  const carrier = element.optionalText('carrier');
  const hours = isLarge ? HOURS_PER_WEEK : HOURS_PER_DAY;
  return {
    name: freeName(element, charges ? 'inflow' : 'storage', names),
    bus,
    p_max: [element.amount('p_max_pu', 1) * pNom],
    energy_limits: { period, mwh: byPeriod(inflow, hours, share(element, 'efficiency_dispatch')) },
    ...(cost !== 0 && { marginal_cost: cost }),
    ...(carrier !== undefined && { type: carrier, fuel: carrier }),
  };
}

/** A constant inflow applies to every hour of a period. */
function byPeriod(mw: readonly number[], hours: number, efficiency: number): number[] {
  if (mw.length === 1) return [(mw[0] ?? 0) * hours * efficiency];
  return Array.from({ length: Math.ceil(mw.length / hours) }, (_, k) =>
    mw.slice(k * hours, (k + 1) * hours).reduce((sum, each) => sum + each * efficiency, 0),
  );
}
