/**
 * Payload and result with an interval for an hour, for checks that count one: what is per hour times its length h, what is
 * in hours or MWh over h. A power, a cost of a start, a tonne is what it was. Written down apart from what the model does.
 */
import type { Generator } from '../../../temporal/case/messages/generator.ts';
import type { SolvePayload } from '../../../temporal/case/messages/payload.ts';
import type { Series } from '../../../temporal/case/messages/result.ts';
import type { UnverifiedResult } from './schedule.ts';

/** Shares of an interval below this are rounding. */
const ROUNDING = 1e-6;

const lengthOf = ({ interval_minutes = 60 }: SolvePayload): number => interval_minutes / 60;

export function payloadOfIntervals(payload: SolvePayload): SolvePayload {
  const h = lengthOf(payload);
  if (h === 1) return payload;
  const { renewables, storage, reserves, transmission_lines: lines, options } = payload;
  return {
    ...payload,
    interval_minutes: undefined,
    generators: payload.generators.map((unit) => unitOfIntervals(unit, h)),
    renewables: renewables?.map((item) => ({
      ...item,
      marginal_cost: (item.marginal_cost ?? 0) * h,
      energy_limits: item.energy_limits?.map((limit) => ({ ...limit, mwh: limit.mwh / h })),
    })),
    storage: storage?.map((item) => ({
      ...item,
      energy_mwh: item.energy_mwh / h,
      initial_mwh: item.initial_mwh / h,
      final_mwh: item.final_mwh === undefined ? undefined : item.final_mwh / h,
      final_value_usd_per_mwh: (item.final_value_usd_per_mwh ?? 0) * h,
    })),
    reserves: reserves?.map((item) => ({
      ...item,
      penalty_usd_per_mwh: times(item.penalty_usd_per_mwh, h),
      // In sixtieths of an interval.
      response_min: item.response_min === undefined ? undefined : item.response_min / h,
    })),
    transmission_lines: lines?.map((item) => ({
      ...item,
      penalty_usd_per_mwh: times(item.penalty_usd_per_mwh, h),
    })),
    options: options && {
      ...options,
      unserved_energy_usd_per_mwh: times(options.unserved_energy_usd_per_mwh, h),
    },
  };
}

const times = (value: number | undefined, factor: number): number | undefined =>
  value === undefined ? undefined : value * factor;

function unitOfIntervals(unit: Generator, h: number): Generator {
  const { ramp_up, ramp_down, cost_curve, startup_categories, initial_status } = unit;
  const before = Math.floor(Math.abs(initial_status) / h + ROUNDING);
  return {
    ...unit,
    marginal_cost: unit.marginal_cost * h,
    no_load_cost: unit.no_load_cost * h,
    cost_curve: cost_curve?.map(({ mw, usd_per_h }) => ({ mw, usd_per_h: usd_per_h * h })),
    co2_t_per_mwh: times(unit.co2_t_per_mwh, h),
    ramp_up: ramp_up === null ? null : ramp_up * h,
    ramp_down: ramp_down === null ? null : ramp_down * h,
    min_uptime: intervalsFor(unit.min_uptime, h),
    min_downtime: intervalsFor(unit.min_downtime, h),
    startup_categories: startup_categories?.map((tier) => ({ ...tier, lag_h: intervalsFor(tier.lag_h, h) })),
    // On for less than an interval is on all the same.
    initial_status: initial_status > 0 ? Math.max(1, before) : -before,
  };
}

/** A time is over when so many intervals are. */
const intervalsFor = (hours: number, h: number): number => Math.ceil(hours / h - ROUNDING);

/** Prices of a MWh are those of a MW for an interval, and what is stored is in MW for an interval. */
export function resultOfIntervals(result: UnverifiedResult, payload: SolvePayload): UnverifiedResult {
  const h = lengthOf(payload);
  if (h === 1) return result;
  const scaled = (values: readonly number[] | undefined, factor = h): number[] =>
    Array.isArray(values) ? values.map((value) => value * factor) : [];
  const priced = (series: Series): Series => mapped(series, (values) => scaled(values));
  const maybePriced = (series: Series | undefined): Series | undefined => series && priced(series);
  const { multipliers, storage } = result;
  return {
    ...result,
    lmp: priced(result.lmp),
    lmp_components: mapped(result.lmp_components, ({ energy, congestion, loss }) => ({
      energy: scaled(energy),
      congestion: scaled(congestion),
      loss: scaled(loss),
    })),
    binding_constraints: result.binding_constraints.map((limit) => ({
      ...limit,
      shadow_price_usd_per_mwh: limit.shadow_price_usd_per_mwh * h,
    })),
    reserve_price_usd_per_mw: maybePriced(result.reserve_price_usd_per_mw),
    generator_outage_price_usd_per_mw: maybePriced(result.generator_outage_price_usd_per_mw),
    energy_limit_price_usd_per_mwh: maybePriced(result.energy_limit_price_usd_per_mwh),
    storage:
      storage &&
      mapped(storage, (reported) => ({ ...reported, energy_mwh: scaled(reported.energy_mwh, 1 / h) })),
    multipliers: multipliers && {
      ...multipliers,
      energy_usd_per_mwh: priced(multipliers.energy_usd_per_mwh),
      reserve_usd_per_mw: priced(multipliers.reserve_usd_per_mw),
      generator_outages: priced(multipliers.generator_outages),
      energy_limits_usd_per_mwh: maybePriced(multipliers.energy_limits_usd_per_mwh),
      flow_limits: (multipliers.flow_limits ?? []).map((limit) => ({
        ...limit,
        usd_per_mwh: limit.usd_per_mwh * h,
      })),
    },
  };
}

/** What is not there, or is nothing to read, stays so: the checks say what is missing. */
const mapped = <T>(
  byName: Readonly<Record<string, T>> | undefined,
  change: (value: T) => T,
): Record<string, T> =>
  Object.fromEntries(
    Object.entries(byName ?? {}).map(([name, value]): [string, T] => [
      name,
      typeof value === 'object' && value !== null ? change(value) : value,
    ]),
  );
