/**
 * Elements that can set the price at their bus in an hour. By complementary slackness, an element strictly inside all
 * of its limits has a cost slope equal to the price at its bus (Schweppe et al., Spot Pricing of Electricity, 1988, ch.
 * 7, for the dispatch with fixed commitment). A rule that the element shares with others adds the price of the rule to
 * the slope: a reserve product, headroom for an outage, an energy budget, a limit of fuel.
 */
import { intervalsPerHour } from '../arithmetic/intervals.ts';
import { countedIn, isDown } from '../arithmetic/reserve-providers.ts';
import { amountAt, numberAt, valueAt } from '../arithmetic/series.ts';
import { costChords } from '../arithmetic/unit-cost.ts';
import type { Generator, Renewable, Storage } from '../schema.ts';
import { bids, demandResponse, unserved } from './demand-setters.ts';
import { round6, total } from './figures.ts';
import { outputRoom, reserveHeld } from './output-room.ts';
import {
  AT_LIMIT_MW,
  AT_POINT_MW,
  isInside,
  SAME_PRICE,
  type Setter,
  type Surcharge,
  setterOf,
} from './setter.ts';
import { storedValue } from './stored-value.ts';
import { type CaseView, isRelaxed, type ScheduleView } from './views.ts';

export const priceSetters = (caseView: CaseView, schedule: ScheduleView, hour: number): Setter[] => [
  ...settersExceptStorage(caseView, schedule, hour),
  ...storages(caseView, schedule, hour),
];

const settersExceptStorage = (caseView: CaseView, schedule: ScheduleView, hour: number): Setter[] => [
  ...unserved(caseView, schedule, hour),
  ...(caseView.renewables ?? []).flatMap((one) => renewable(caseView, schedule, one, hour)),
  ...caseView.generators.flatMap((unit) => generator(caseView, schedule, unit, hour)),
  ...bids(caseView, schedule, hour),
  ...demandResponse(caseView, schedule, hour),
];

function generator(caseView: CaseView, schedule: ScheduleView, unit: Generator, hour: number): Setter[] {
  if (!isRelaxed(caseView, schedule) && amountAt(schedule.commitment[unit.name], hour) !== 1) return [];
  const output = amountAt(schedule.dispatch_mw[unit.name], hour);
  const { lower, upper } = outputRoom(caseView, schedule, unit, hour);
  const co2Price = (caseView.emission_price_usd_per_t ?? 0) + (schedule.emission_shadow_price_usd_per_t ?? 0);
  const co2 = co2Price * (unit.co2_t_per_mwh ?? 0);
  const slopes = costSlopes(unit, output, hour);
  return setterOf(
    {
      element: { element_type: 'generator', element_id: unit.name, bus: `bus_${unit.bus}` },
      output,
      lower: lower.mw,
      upper: upper.mw,
      below: slopes.below + co2,
      above: slopes.above + co2,
      co2,
      always: [
        ...outages(schedule, hour),
        ...budgets(schedule, unit, hour),
        ...fuelCosts(caseView, schedule, unit, hour),
      ],
      reserve: reserveOf(caseView, schedule, unit.name, hour),
    },
    amountAt(schedule.lmp[`bus_${unit.bus}`], hour),
    output >= upper.mw - AT_LIMIT_MW ? upper.by : lower.by,
  );
}

/**
 * Slopes of the production cost of an hour just below and just above an output, $/MWh; the two are equal inside a
 * segment.
 */
function costSlopes(unit: Generator, mw: number, hour: number) {
  const all = costChords(unit, hour);
  const below = all.findLast(({ from }) => from < mw - AT_POINT_MW) ?? all[0];
  const above = all.find(({ to }) => to > mw + AT_POINT_MW) ?? all.at(-1);
  return { below: below?.slope ?? 0, above: above?.slope ?? 0 };
}

/**
 * Price of the headroom for the loss of generators. Units share it: each MW of output of any unit reduces the headroom.
 */
const outages = ({ generator_outage_price_usd_per_mw: prices = {} }: ScheduleView, hour: number) =>
  Object.entries(prices).flatMap(([name, hours]): Surcharge[] =>
    surcharge({ kind: 'outage', name, usd_per_mwh: amountAt(hours, hour) }),
  );

/** Prices of the energy limits of an element that include the hour. */
function budgets(
  { energy_limit_price_usd_per_mwh: prices = {} }: ScheduleView,
  { name, energy_limits = [] }: Pick<Renewable, 'name' | 'energy_limits'>,
  hour: number,
): Surcharge[] {
  const usd_per_mwh = round6(priceOfLimits(energy_limits, prices[name], hour));
  return surcharge({ kind: 'energy_limit', name, usd_per_mwh });
}

/** Sum of the prices of the limits that include the hour. `prices`: one per limit. */
const priceOfLimits = (
  limits: readonly { readonly first_hour: number; readonly last_hour: number }[],
  prices: ArrayLike<number> | undefined,
  hour: number,
): number =>
  total(
    limits.map(({ first_hour, last_hour }, k) =>
      first_hour <= hour && hour <= last_hour ? amountAt(prices, k) : 0,
    ),
  );

/** Prices of the limits of the fuel of a unit that include the hour, per MWh of its output. */
function fuelCosts(
  { fuel_limits = [] }: CaseView,
  { fuel_limit_price_usd_per_mmbtu: prices = {} }: ScheduleView,
  { fuel: name = '', heat_rate_btu_per_kwh: heat = 0 }: Generator,
  hour: number,
): Surcharge[] {
  const limits = fuel_limits.filter(({ fuel }) => fuel === name);
  const usd = priceOfLimits(limits, prices[name], hour);
  return surcharge({ kind: 'fuel_limit', name, usd_per_mwh: round6((usd * heat) / 1000) });
}

const surcharge = (one: Surcharge): Surcharge[] => (Math.abs(one.usd_per_mwh) > SAME_PRICE ? [one] : []);

/** Prices of the reserve products that an element provides. */
const reserveOf = ({ reserves = [] }: CaseView, schedule: ScheduleView, element: string, hour: number) =>
  reserves.flatMap((product): Surcharge[] => {
    const { name } = product;
    const provided = reserves.filter((other) => countedIn(other, reserves).includes(product));
    if (!provided.some((other) => amountAt(schedule.reserve_mw?.[other.name]?.[element], hour) > AT_LIMIT_MW))
      return [];
    const price = amountAt(schedule.reserve_price_usd_per_mw?.[name], hour);
    const missing_mw = round6(amountAt(schedule.reserve_shortfall_mw?.[name], hour));
    return surcharge({
      kind: 'reserve',
      name,
      usd_per_mwh: isDown(product) ? -price : price,
      ...(missing_mw > AT_LIMIT_MW && { missing_mw }),
    });
  });

function renewable(
  caseView: CaseView,
  schedule: ScheduleView,
  { name, bus, p_min, p_max, marginal_cost = 0, energy_limits }: Renewable,
  hour: number,
): Setter[] {
  const reserveAt = (downward: boolean): number => reserveHeld(caseView, schedule, { name, hour, downward });
  const [up, down] = [reserveAt(false), reserveAt(true)];
  const [lower, upper] = [amountAt(p_min, hour) + down, amountAt(p_max, hour) - up];
  const output = amountAt(schedule.renewable_mw?.[name], hour);
  const cost = numberAt(marginal_cost, hour);
  // A renewable without available output cannot set a price.
  if (amountAt(p_max, hour) <= AT_LIMIT_MW) return [];
  const [reserved, end] = output < upper - AT_LIMIT_MW ? [down, 'p_min' as const] : [up, 'p_max' as const];
  return setterOf(
    {
      element: { element_type: 'renewable', element_id: name, bus: `bus_${bus}` },
      ...{ output, lower, upper, below: cost, above: cost },
      always: budgets(schedule, { name, energy_limits }, hour),
      reserve: reserveOf(caseView, schedule, name, hour),
    },
    amountAt(schedule.lmp[`bus_${bus}`], hour),
    reserved > 0 ? 'reserve' : end,
  );
}

/** Storage as setters. The output of a storage is its discharging power minus its charging power. */
const storages = (caseView: CaseView, schedule: ScheduleView, hour: number): Setter[] =>
  (caseView.storage ?? []).flatMap((item): Setter[] => {
    const { name, bus } = item;
    const charge_mw = valueAt(item.charge_mw, hour) ?? 0;
    const discharge_mw = valueAt(item.discharge_mw, hour) ?? 0;
    const [least = 0, leastOut = 0] = [item.charge_min_mw, item.discharge_min_mw].map(
      (mw) => valueAt(mw, hour) ?? 0,
    );
    const { charge_mw: charged, discharge_mw: discharged } = schedule.storage?.[name] ?? {};
    const [charge, discharge] = [amountAt(charged, hour), amountAt(discharged, hour)];
    if (!isInside(least, charge, charge_mw) && !isInside(leastOut, discharge, discharge_mw)) return [];
    const element = { element_type: 'storage', element_id: name, bus: `bus_${bus}` } as const;
    const range = { output_mw: round6(discharge - charge), lower_mw: -charge_mw, upper_mw: discharge_mw };
    const cost = { cost_slope_usd_per_mwh: null, co2_usd_per_mwh: 0, surcharges: [] };
    const stored = originOf(caseView, schedule, item, hour);
    return [{ role: 'stores', ...element, ...range, ...cost, held_by: null, ...(stored && { stored }) }];
  });

const originOf = (caseView: CaseView, schedule: ScheduleView, item: Storage, hour: number) =>
  storedValue(
    {
      ...{ item, schedule, horizon: caseView.horizon, h: 1 / intervalsPerHour(caseView) },
      limitPrice: (t) => total(budgets(schedule, item, t).map(({ usd_per_mwh }) => usd_per_mwh)),
      isSet: (t) => isSetAt(caseView, schedule, t),
    },
    hour,
  );

const setHours = new WeakMap<ScheduleView, Map<number, boolean>>();

/** True if an element other than storage sets a price in an hour. Cached, because several prices may come from it. */
function isSetAt(caseView: CaseView, schedule: ScheduleView, hour: number): boolean {
  const hours = setHours.get(schedule) ?? new Map<number, boolean>();
  setHours.set(schedule, hours);
  const isSet =
    hours.get(hour) ??
    settersExceptStorage(caseView, schedule, hour).some(({ role }) => role === 'sets' || role === 'reserves');
  hours.set(hour, isSet);
  return isSet;
}
