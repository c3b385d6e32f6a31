/**
 * A schedule that somebody else made as a result that can be judged: what was left out and follows from the rest is
 * filled in, and the rest of what was left out is named. Nothing that was given is changed. Numbers are those of the
 * payload, in its intervals.
 */

import type { GivenSchedule, NotJudged } from '../../../temporal/case/messages/verification.ts';
import type { SolvePayload } from '../../../temporal/case/schema.ts';
import type { JobType } from '../../../temporal/solvers.ts';
import { productionCost, startupCost } from '../cost/unit-cost.ts';
import type { JudgedCase, JudgedRenewable, JudgedUnit } from '../schedule/case.ts';
import { readCase } from '../schedule/read-case.ts';
import { NO_RESULT, type UnverifiedResult } from '../schedule/schedule.ts';
import { at, own } from '../schedule/series.ts';
import { mayShed } from '../schedule/shedding.ts';
import { completeFigures } from './complete-figures.ts';
import { NO_PRICES } from './complete-prices.ts';
import { fill, type LeftOut } from './left-out.ts';

/** Output of a unit that is on though it could produce nothing, MW. */
const RUNNING_MW = 1e-6;
/** How far below its least output a unit still counts as on, as a share of it. */
const LEAST_SHARE = 0.5;

/**
 * `derived`: fields that were filled in; `missing`: what does not follow, a field or a field and a name; `notJudged`: what
 * was given and is judged by no check.
 */
export function completeSchedule(payload: SolvePayload, jobType: JobType, given: GivenSchedule) {
  const left: LeftOut = {
    derived: new Set(),
    missing: [],
    notJudged: withoutPrices(given),
    hasBindings: given.binding_constraints !== undefined,
  };
  const judged = readCase(payload, jobType);
  const { generators, hours, renewables, reserves } = judged;
  const zeros = () => hours.map(() => 0);
  const outputs = given.dispatch_mw;
  const commitment = fill(left, 'commitment', given.commitment, generators, (unit) =>
    commitmentOf(unit, jobType, own(outputs, unit.name)),
  );
  const dispatch_mw = fill(left, 'dispatch_mw', outputs, generators, ({ name }) =>
    own(commitment, name)?.every((on) => on === 0) ? zeros() : undefined,
  );
  const startup = fill(left, 'startup', given.startup, generators, ({ name, initial_status }) => {
    const on = own(commitment, name);
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
    lower_bound_usd: given.lower_bound_usd ?? null,
    mip_gap: given.mip_gap ?? null,
    commitment,
    dispatch_mw,
    startup,
    renewable_mw: fill(left, 'renewable_mw', given.renewable_mw, renewables, (item) =>
      renewableOutput(item, own(given.curtailment_mw, item.name)),
    ),
    dc_flow_mw: fill(left, 'dc_flow_mw', given.dc_flow_mw, judged.dc_lines.map(named), () => undefined),
    unserved_mw: fill(left, 'unserved_mw', given.unserved_mw, loaded.map(busName), zeros),
    storage: storageOf(judged, given, left),
    reserve_mw: given.reserve_mw ?? {},
    reserve_shortfall_mw: fill(
      left,
      'reserve_shortfall_mw',
      given.reserve_shortfall_mw,
      reserves.filter(({ penalty_usd_per_mwh }) => Number.isFinite(penalty_usd_per_mwh)),
      ({ name, mw }) => {
        const givers = Object.values(own(given.reserve_mw, name) ?? {});
        return hours.map((hour) =>
          givers.reduce((short, series) => Math.max(0, short - at(series, hour)), at(mw, hour)),
        );
      },
    ),
  };
  for (const { name } of reserves) if (!own(result.reserve_mw, name)) left.missing.push(`reserve_mw.${name}`);
  const complete = completeFigures(readCase(payload, jobType), result, left);
  return { result: complete, derived: [...left.derived], missing: left.missing, notJudged: left.notJudged };
}

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
  'energy_limit_price_usd_per_mwh',
  'emission_shadow_price_usd_per_t',
] as const;

/** Claims about prices in a schedule that has no prices. */
const withoutPrices = (given: GivenSchedule): NotJudged[] =>
  (hasPrices(given) ? [] : BESIDE_LMP)
    .filter((field) => Object.keys(Object(given[field])).length > 0 || typeof given[field] === 'number')
    .map((where) => ({ what: 'prices', where, why: 'It is judged beside lmp alone, which is not given' }));

const named = ({ id }: { readonly id: string }) => ({ name: id });
const busName = (bus: number) => ({ name: `bus_${bus}` });

/**
 * A unit that must run is on, and so is one that costs nothing while it is on and starts and stops for nothing: no rule
 * but its ramps tells the difference, and those hold then. Any other one is on where it produces.
 */
function commitmentOf(
  unit: JudgedUnit,
  jobType: JobType,
  output: readonly number[] | undefined,
): readonly number[] | undefined {
  const { decided = [] } = unit;
  if (decided.length > 0) return decided;
  if (!output) return undefined;
  if (jobType !== 'ed' && (unit.must_run || isFreeToBeOn(unit))) return output.map(() => 1);
  return output.map((mw, hour) => {
    const least = at(unit.p_min, hour);
    return mw > (least > 0 ? LEAST_SHARE * least : RUNNING_MW) ? 1 : 0;
  });
}

function isFreeToBeOn(unit: JudgedUnit): boolean {
  const idle = productionCost(unit, 0);
  const starts = [startupCost(unit, 0), startupCost(unit, Number.POSITIVE_INFINITY), unit.shutdown_cost];
  const mayBeOff = unit.leastOutput > 0 || unit.p_min.some((mw) => mw > 0);
  return !mayBeOff && idle.energy + idle.noLoad === 0 && starts.every((usd) => usd === 0);
}

/** What is not curtailed, or what must be taken. Within energy limits more than what is curtailed may be left untaken. */
function renewableOutput(
  { p_min, p_max, energy_limits }: JudgedRenewable,
  curtailed: readonly number[] | undefined,
) {
  if (curtailed && energy_limits.length === 0) return p_max.map((mw, hour) => mw - at(curtailed, hour));
  return p_max.every((mw, hour) => mw === p_min[hour]) ? p_max : undefined;
}

/** Energy follows from the powers; of two powers the one that is absent is 0. */
function storageOf(
  { hours, intervalHours, storage }: JudgedCase,
  given: GivenSchedule,
  { derived, missing }: LeftOut,
): NonNullable<UnverifiedResult['storage']> {
  const all = { ...given.storage };
  for (const { name, efficiency, initial_mwh } of storage) {
    const reported: Partial<(typeof all)[string]> = own(all, name) ?? {};
    const none = hours.map(() => 0);
    const { charge_mw = none, discharge_mw = none } = reported;
    if (charge_mw === none && discharge_mw === none) {
      missing.push(`storage.${name}`);
      continue;
    }
    let stored = initial_mwh * intervalHours;
    const follows = none.map((_, hour) => {
      stored += (efficiency * at(charge_mw, hour) - at(discharge_mw, hour)) * intervalHours;
      return stored;
    });
    const { energy_mwh = follows } = reported;
    if (energy_mwh === follows) derived.add('storage.energy_mwh');
    all[name] = { charge_mw, discharge_mw, energy_mwh };
  }
  return all;
}
