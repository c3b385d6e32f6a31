/**
 * Turns a schedule made elsewhere into a result that can be judged: omitted values that follow from the rest are filled
 * in, the other omissions are listed. Given values are never changed. Values are per interval of the payload.
 */

import type { StorageSchedule } from '../../../temporal/case/messages/result.ts';
import type { GivenSchedule, NotJudged } from '../../../temporal/case/messages/verification.ts';
import type { SolvePayload } from '../../../temporal/case/schema.ts';
import type { JobType } from '../../../temporal/solvers.ts';
import { productionCost, tierCost } from '../cost/unit-cost.ts';
import type {
  JudgedCase,
  JudgedRenewable,
  JudgedReserve,
  JudgedStorage,
  JudgedUnit,
} from '../schedule/case.ts';
import { readCase } from '../schedule/read-case.ts';
import { NO_RESULT, type UnverifiedResult } from '../schedule/schedule.ts';
import { at, ownEntry } from '../schedule/series.ts';
import { mayShed } from '../schedule/shedding.ts';
import { completeFigures } from './complete-figures.ts';
import { NO_PRICES } from './complete-prices.ts';
import { fill, type LeftOut } from './left-out.ts';

/** Output above which a unit with a Pmin of 0 counts as on, MW. */
const RUNNING_MW = 1e-6;
/** Share of its Pmin above which the output of a unit counts as on. */
const LEAST_SHARE = 0.5;

/**
 * `derived`: fields that were filled in; `missing`: fields, some with the name of an element, that do not follow from
 * the rest; `notJudged`: given values that no check judges.
 */
export function completeSchedule(payload: SolvePayload, jobType: JobType, given: GivenSchedule) {
  const leftOut: LeftOut = {
    derived: new Set(),
    missing: [],
    notJudged: withoutPrices(given),
    hasBindings: given.binding_constraints !== undefined,
  };
  const judged = readCase(payload, jobType);
  const { generators, hours, renewables, reserves } = judged;
  const zeros = () => hours.map(() => 0);
  const outputs = given.dispatch_mw;
  const commitment = fill(leftOut, 'commitment', given.commitment, generators, (unit) =>
    commitmentOf(unit, jobType, ownEntry(outputs, unit.name)),
  );
  const dispatch_mw = fill(leftOut, 'dispatch_mw', outputs, generators, ({ name }) =>
    ownEntry(commitment, name)?.every((on) => on === 0) ? zeros() : undefined,
  );
  const startup = fill(leftOut, 'startup', given.startup, generators, ({ name, initial_status }) => {
    const on = ownEntry(commitment, name);
    const wasOn = (hour: number) => (hour === 0 ? initial_status > 0 : on?.[hour - 1] === 1);
    return on?.map((state, hour) => (state === 1 && !wasOn(hour) ? 1 : 0));
  });
  const loaded = mayShed(judged.loads) ? [...new Set(judged.loads.map(({ bus }) => bus))] : [];
  const result: UnverifiedResult = {
    ...NO_RESULT,
    termination_status: 'FEASIBLE',
    ...given,
    ...priced(given),
    interval_minutes: payload.interval_minutes,
    objective_value: given.objective_value ?? null,
    total_cost_usd: given.total_cost_usd ?? null,
    cost_breakdown: given.cost_breakdown ?? null,
    ...boundOf(given),
    commitment,
    dispatch_mw,
    startup,
    renewable_mw: fill(leftOut, 'renewable_mw', given.renewable_mw, renewables, (item) =>
      renewableOutput(item, ownEntry(given.curtailment_mw, item.name)),
    ),
    ...controlsOf(judged, given, leftOut),
    unserved_mw: fill(leftOut, 'unserved_mw', given.unserved_mw, loaded.map(busName), zeros),
    ...demandOf(judged, given, leftOut),
    storage: storageOf(judged, given, leftOut),
    reserve_mw: given.reserve_mw ?? {},
    reserve_shortfall_mw: fill(
      leftOut,
      'reserve_shortfall_mw',
      given.reserve_shortfall_mw,
      reserves.filter(({ penalty_usd_per_mwh }) => Number.isFinite(penalty_usd_per_mwh)),
      (product) => shortfall(judged, given, product),
    ),
  };
  for (const { name } of reserves)
    if (!ownEntry(result.reserve_mw, name)) leftOut.missing.push(`reserve_mw.${name}`);
  const complete = completeFigures(readCase(payload, jobType), result, leftOut);
  return {
    result: complete,
    derived: [...leftOut.derived],
    missing: leftOut.missing,
    notJudged: leftOut.notJudged,
  };
}

/**
 * Requirement of a product that the given reserve does not meet, its own and that of products that count towards it,
 * MW.
 */
function shortfall({ hours, reserves }: JudgedCase, given: GivenSchedule, product: JudgedReserve): number[] {
  const q = reserves.indexOf(product);
  const givers = reserves
    .filter(({ countedIn }) => countedIn.includes(q))
    .flatMap(({ name }) => Object.values(ownEntry(given.reserve_mw, name) ?? {}));
  return hours.map((hour) =>
    givers.reduce((short, series) => Math.max(0, short - at(series, hour)), at(product.mw, hour)),
  );
}

/** Powers of DC lines and angles of phase shifters, which follow from nothing else. */
function controlsOf(judged: JudgedCase, given: GivenSchedule, leftOut: LeftOut) {
  const shifted = judged.transmission_lines.filter(({ in_service, shifter }) => in_service && shifter);
  const fillIn = (field: 'dc_flow_mw' | 'phase_shift_deg', items: readonly { readonly id: string }[]) =>
    fill(leftOut, field, given[field], items.map(idAsName), () => undefined);
  return {
    dc_flow_mw: fillIn('dc_flow_mw', judged.dc_lines),
    phase_shift_deg: fillIn('phase_shift_deg', shifted),
  };
}

function demandOf(
  { bids, demand_response: responses, hours }: JudgedCase,
  given: GivenSchedule,
  leftOut: LeftOut,
) {
  const filled = (
    field: 'bid_mw' | 'demand_response_mw' | 'recovered_mw',
    items: readonly { readonly name: string }[],
  ) => fill(leftOut, field, given[field], items, () => hours.map(() => 0));
  return {
    bid_mw: filled('bid_mw', bids),
    demand_response_mw: filled('demand_response_mw', responses),
    recovered_mw: filled('recovered_mw', responses),
  };
}

const boundOf = ({ lower_bound_usd = null, mip_gap = null }: GivenSchedule) => ({ lower_bound_usd, mip_gap });

const hasPrices = ({ lmp }: GivenSchedule): boolean => Object.keys(lmp ?? {}).length > 0;

/** Prices are judged as a whole: without `lmp` there are none. */
function priced(given: GivenSchedule) {
  if (!hasPrices(given)) return NO_PRICES;
  const { lmp = {}, lmp_components = {}, binding_constraints = [] } = given;
  return { lmp, lmp_components, binding_constraints };
}

const BESIDE_LMP = [
  'lmp_components',
  'binding_constraints',
  'reserve_price_usd_per_mw',
  'generator_outage_price_usd_per_mw',
  'interface_shadow_price_usd_per_mwh',
  'energy_limit_price_usd_per_mwh',
  'cycle_limit_price_usd_per_mwh',
  'fuel_limit_price_usd_per_mmbtu',
  'emission_shadow_price_usd_per_t',
] as const;

/** Given values about prices in a schedule without `lmp`. */
const withoutPrices = (given: GivenSchedule): NotJudged[] =>
  (hasPrices(given) ? [] : BESIDE_LMP)
    .filter((field) => Object.keys(Object(given[field])).length > 0 || typeof given[field] === 'number')
    .map((where) => ({
      what: 'prices',
      where,
      why: 'It is judged only together with lmp, which is not given',
    }));

const idAsName = ({ id }: { readonly id: string }) => ({ name: id });
const busName = (bus: number) => ({ name: `bus_${bus}` });

/**
 * Commitment of a unit by its output. A unit is on in its must-run hours and where it produces. A unit that costs
 * nothing to keep on, to start and to stop is on in all hours: only ramp limits depend on its commitment, and they then
 * apply in all hours.
 */
function commitmentOf(
  unit: JudgedUnit,
  jobType: JobType,
  output: readonly number[] | undefined,
): readonly number[] | undefined {
  const { decided = [] } = unit;
  if (decided.length > 0) return decided;
  if (!output) return undefined;
  const isOn = jobType !== 'ed' && isFreeToBeOn(unit);
  return output.map((mw, hour) => {
    if (isOn || (jobType !== 'ed' && unit.must_run[hour])) return 1;
    const least = at(unit.p_min, hour);
    return mw > (least > 0 ? LEAST_SHARE * least : RUNNING_MW) ? 1 : 0;
  });
}

function isFreeToBeOn(unit: JudgedUnit): boolean {
  const starts = [
    tierCost(unit, 0),
    tierCost(unit, Number.POSITIVE_INFINITY),
    ...unit.startup_cost,
    unit.shutdown_cost,
  ];
  const idles = unit.p_min.every((_, hour) => {
    const { energy, noLoad } = productionCost(unit, 0, hour);
    return energy + noLoad === 0;
  });
  const mayBeOff = unit.leastOutput > 0 || unit.p_min.some((mw) => mw > 0);
  return !mayBeOff && idles && starts.every((usd) => usd === 0);
}

/**
 * Output of a renewable: available less curtailed output, or the must-take output if all output is must-take; else
 * undefined. With energy limits, curtailment does not determine the output, since more may be unused.
 */
function renewableOutput(
  { p_min, p_max, energy_limits }: JudgedRenewable,
  curtailed: readonly number[] | undefined,
) {
  if (curtailed && energy_limits.length === 0) return p_max.map((mw, hour) => mw - at(curtailed, hour));
  return p_max.every((mw, hour) => mw === p_min[hour]) ? p_max : undefined;
}

/** Completes storage: if only one of charge and discharge is given, the other is 0. */
function storageOf(
  { hours, intervalHours, storage }: JudgedCase,
  given: GivenSchedule,
  { derived, missing }: LeftOut,
): NonNullable<UnverifiedResult['storage']> {
  const all = { ...given.storage };
  for (const item of storage) {
    const { name, inflow_mw } = item;
    const reported: Partial<StorageSchedule> = ownEntry(all, name) ?? {};
    const none = hours.map(() => 0);
    const { charge_mw = none, discharge_mw = none } = reported;
    if (charge_mw === none && discharge_mw === none) {
      missing.push(`storage.${name}`);
      continue;
    }
    const follows = storedOf(item, { ...reported, charge_mw, discharge_mw }, intervalHours);
    const { energy_mwh = follows.energy_mwh } = reported;
    if (energy_mwh === follows.energy_mwh) derived.add('storage.energy_mwh');
    const spills = inflow_mw.some((mw) => mw > 0) && !reported.spill_mw;
    if (spills) derived.add('storage.spill_mw');
    all[name] = {
      ...{ ...reported, charge_mw, discharge_mw, energy_mwh },
      ...(spills && { spill_mw: follows.spill_mw }),
    };
  }
  return all;
}

type GivenPowers = Pick<StorageSchedule, 'charge_mw' | 'discharge_mw'> & Partial<StorageSchedule>;

/**
 * Energy follows from the powers and the initial energy. Spill is chosen to reach the given energy; without a given
 * energy it is the inflow that the storage cannot hold.
 */
function storedOf(item: JudgedStorage, reported: GivenPowers, intervalHours: number) {
  const { energy_mwh: energy } = reported;
  const from = (before: number) => {
    let stored = before;
    return item.inflow_mw.map((inflow, hour) => {
      const gained = item.charge_efficiency * at(reported.charge_mw, hour) + inflow;
      const most = item.kept * stored + gained - at(reported.discharge_mw, hour) / item.discharge_efficiency;
      const endEnergy = energy ? at(energy, hour) / intervalHours : item.energy_mwh;
      const spilled = reported.spill_mw?.[hour] ?? Math.max(0, Math.min(most - endEnergy, inflow));
      stored = most - spilled;
      return { stored, spilled };
    });
  };
  const first = (): number => {
    if (!item.cyclic) return item.initial_mwh;
    return energy
      ? (energy.at(-1) ?? Number.NaN) / intervalHours
      : closingEnergy(
          item,
          from(0).map(({ stored }) => stored),
        );
  };
  const hours = from(first());
  return {
    energy_mwh: hours.map(({ stored }) => stored * intervalHours),
    spill_mw: hours.map(({ spilled }) => spilled),
  };
}

/**
 * Initial and final energy of a cyclic storage. Without standing loss any energy may be equal at both ends; then the
 * least within the limits.
 */
function closingEnergy({ kept, min_mwh }: JudgedStorage, fromNothing: readonly number[]): number {
  if (kept === 1) return Math.max(0, ...fromNothing.map((mwh, hour) => at(min_mwh, hour) - mwh));
  const decay = fromNothing.reduce((share) => share * kept, 1);
  return at(fromNothing, fromNothing.length - 1) / (1 - decay);
}
