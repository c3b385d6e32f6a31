/**
 * Elements that can set the price at their bus in an hour. By complementary slackness, an element strictly inside all
 * of its limits has a cost slope equal to the price at its bus (Schweppe et al., Spot Pricing of Electricity, 1988, ch.
 * 7, for the dispatch with fixed commitment). A rule that the element shares with others adds the price of the rule to
 * the slope: a reserve product, headroom for an outage, an energy budget, a limit of
 * fuel.
 */
import { intervalsPerHour } from '../arithmetic/intervals.ts';
import { countedIn, isDown } from '../arithmetic/reserve-providers.ts';
import { amountAt, numberAt, valueAt } from '../arithmetic/series.ts';
import { shedCost, shedSteps } from '../arithmetic/shedding.ts';
import { costChords } from '../arithmetic/unit-cost.ts';
import type { Generator, Renewable, Storage } from '../schema.ts';
import { round6, total } from './figures.ts';
import { type Bound, outputRoom, reserveHeld } from './output-room.ts';
import { type StoredValue, storedValue } from './stored-value.ts';
import { type CaseView, isRelaxed, type ScheduleView } from './views.ts';

/**
 * `sets`: strictly inside its limits and inside one segment of its cost, whose slope is the price. `reserves`: limited
 * by the reserve that it provides; its slope plus the price of that reserve equals the price. `kink`: between two
 * segments, so any price between their slopes is possible. `stores`: a storage inside its power limits. `coupled`:
 * inside its output limits, but limited by a ramp, a reserve or another rule that couples hours or units. `at_limit`:
 * at an output limit, with a slope that happens to equal the price.
 */
export type Role = 'sets' | 'reserves' | 'kink' | 'stores' | 'coupled' | 'at_limit';

/** The price of a rule, as a part of the price of energy. */
export interface Surcharge {
  readonly kind: 'reserve' | 'outage' | 'energy_limit' | 'fuel_limit';
  /** Name of the reserve product, contingency, fuel or element that the rule belongs to. */
  readonly name: string;
  /** Price of the rule, $/MWh; negative for downward reserve. */
  readonly usd_per_mwh: number;
  /** Shortage of the reserve, MW; its price is then the penalty. */
  readonly missing_mw?: number;
}

export interface Setter {
  readonly role: Role;
  readonly element_type: 'generator' | 'renewable' | 'storage' | 'bid' | 'demand_response' | 'unserved';
  readonly element_id: string;
  readonly bus: string;
  readonly output_mw: number;
  /** Lower end of the range in which the output could change, MW. The next field: upper end. */
  readonly lower_mw: number;
  readonly upper_mw: number;
  /** Cost slope, CO2 included; null if the output has no price of its own, as for storage. */
  readonly cost_slope_usd_per_mwh: number | null;
  /** The part of the slope that is due to CO2, from its price and its limit. */
  readonly co2_usd_per_mwh: number;
  /** Prices of rules that, added to the slope, give the price; empty if the slope alone equals the price. */
  readonly surcharges: readonly Surcharge[];
  /**
   * Limit that prevents a coupled element from changing its output. Null for other roles, and if none of the element's
   * own limits prevents it.
   */
  readonly held_by: Bound | null;
  /** Origin of the value of stored energy; only of storage, and absent if it is unknown. */
  readonly stored?: StoredValue;
}

/** An output within this distance of a limit counts as at the limit, MW. */
export const AT_LIMIT_MW = 2e-3;
/** Price differences up to this size are rounding, $/MWh. */
export const SAME_PRICE = 2e-3;

const isInside = (low: number, mw: number, high: number): boolean =>
  low + AT_LIMIT_MW < mw && mw < high - AT_LIMIT_MW;

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

/** State of an element in an hour, MW and $/MWh. */
interface Standing {
  readonly element: Pick<Setter, 'element_type' | 'element_id' | 'bus'>;
  readonly output: number;
  readonly lower: number;
  readonly upper: number;
  /** Cost slopes just below and just above the output. */
  readonly below: number;
  readonly above: number;
  readonly co2?: number;
  /** Prices of rules that count at any output. */
  readonly always?: readonly Surcharge[];
  /** Prices of the reserve products that the element provides. */
  readonly reserve?: readonly Surcharge[];
}

/**
 * The element as a setter; empty if its cost does not explain the price. `holder`: the limit at which the output is.
 */
function setterOf(standing: Standing, price: number, holder?: Bound): Setter[] {
  const { element, output, lower, upper, below, above, co2 = 0, always = [], reserve = [] } = standing;
  const net = price - total(always.map(({ usd_per_mwh }) => usd_per_mwh));
  const slopeAt = (usd: number): number => (Math.abs(above - usd) < Math.abs(below - usd) ? above : below);
  const fits = (usd: number): boolean => below - SAME_PRICE <= usd && usd <= above + SAME_PRICE;
  const isFree = isInside(lower, output, upper);
  const priced = isFree ? undefined : reserve.find(({ usd_per_mwh }) => fits(net - usd_per_mwh));
  const setter = (role: Role, held_by: Bound | null = null): Setter => ({
    ...element,
    role,
    output_mw: round6(output),
    lower_mw: round6(lower),
    upper_mw: round6(upper),
    cost_slope_usd_per_mwh: round6(slopeAt(net - (priced?.usd_per_mwh ?? 0))),
    co2_usd_per_mwh: round6(co2),
    surcharges: role === 'coupled' ? [] : [...always, ...(priced ? [priced] : [])],
    held_by,
  });
  if (priced || (isFree && fits(net)))
    return [setter(above - below > SAME_PRICE ? 'kink' : priced ? 'reserves' : 'sets')];
  if (isFree) return [setter('coupled')];
  if (holder !== 'p_min' && holder !== 'p_max' && holder !== undefined) return [setter('coupled', holder)];
  return holder && Math.abs(slopeAt(net) - net) <= SAME_PRICE ? [setter('at_limit')] : [];
}

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

/** An output within this distance of a curve point or of the end of a step counts as at that point, MW. */
const AT_POINT_MW = 1e-3;

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

function unserved({ loads, options }: CaseView, schedule: ScheduleView, hour: number): Setter[] {
  return Object.entries(schedule.unserved_mw ?? {}).flatMap(([bus, hours]) => {
    const output = amountAt(hours, hour);
    if (output <= AT_LIMIT_MW) return [];
    const steps = shedSteps(
      loads.filter((load) => `bus_${load.bus}` === bus),
      options,
      hour,
    );
    const priceOf = (shed: number): number => shedCost(steps, shed).last?.price ?? 0;
    return setterOf(
      {
        element: { element_type: 'unserved', element_id: bus, bus },
        ...{ output, lower: 0, upper: total(steps.map(({ mw }) => mw)) },
        ...{ below: priceOf(output - AT_POINT_MW), above: priceOf(output + AT_POINT_MW) },
      },
      amountAt(schedule.lmp[bus], hour),
      'p_max',
    );
  });
}

/**
 * Price of the block that contains a power; beyond the last block, the price of the last block. `steps`: power and
 * price of each block.
 */
function priceAt(steps: readonly (readonly number[])[], mw: number): number {
  let rest = mw;
  let price = 0;
  for (const [most = 0, usd = 0] of steps) {
    if (most > 0) price = usd;
    rest -= most;
    if (most > 0 && rest <= 0) break;
  }
  return price;
}

/** Bids as setters. The output of a bid is its accepted power; a bid that is accepted whole sets no price. */
const bids = ({ bids = [] }: CaseView, schedule: ScheduleView, hour: number): Setter[] =>
  bids.flatMap(({ name, bus, blocks, all_or_nothing, min_up_h }) => {
    const output = amountAt(schedule.bid_mw?.[name], hour);
    const steps = blocks.map((block) =>
      [block.mw, block.usd_per_mwh].map((value) => valueAt(value, hour) ?? 0),
    );
    const upper = total(steps.map(([mw = 0]) => mw));
    if (all_or_nothing || min_up_h !== undefined || upper <= AT_LIMIT_MW) return [];
    const prices = [output - AT_POINT_MW, output + AT_POINT_MW].map((mw) => priceAt(steps, mw));
    return setterOf(
      {
        element: { element_type: 'bid', element_id: name, bus: `bus_${bus}` },
        ...{ output, lower: 0, upper, below: Math.min(...prices), above: Math.max(...prices) },
      },
      amountAt(schedule.lmp[`bus_${bus}`], hour),
      'p_max',
    );
  });

/** Demand response as setters, where nothing that comes back ties its hours. The output is the reduction. */
const demandResponse = ({ demand_response = [] }: CaseView, schedule: ScheduleView, hour: number): Setter[] =>
  demand_response.flatMap(({ name, bus, shed_max_mw, cost_usd_per_mwh: usd, recover_share = 0 }) => {
    const upper = valueAt(shed_max_mw, hour) ?? 0;
    if (recover_share > 0 || upper <= AT_LIMIT_MW) return [];
    const element = { element_type: 'demand_response', element_id: name, bus: `bus_${bus}` } as const;
    const output = amountAt(schedule.demand_response_mw?.[name], hour);
    const price = amountAt(schedule.lmp[`bus_${bus}`], hour);
    return setterOf({ element, output, lower: 0, upper, below: usd, above: usd }, price, 'p_max');
  });

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
