/**
 * Converts a case in hours to shorter or longer intervals: each hour becomes one interval, and every quantity has the
 * same value per interval as before per hour. Costs ($) and powers (MW) of a schedule stay the same, prices ($/MWh) are
 * multiplied by the number of intervals in an hour, and energy is divided by it.
 */

import { eachOf } from '../../../temporal/case/arithmetic/series.ts';
import type { Series, SolveResult } from '../../../temporal/case/messages/result.ts';
import type { Generator, SolvePayload } from '../../../temporal/case/schema.ts';

type Minutes = NonNullable<SolvePayload['interval_minutes']>;

export function atInterval(payload: SolvePayload, minutes: Minutes): SolvePayload {
  const [n, h] = [60 / minutes, minutes / 60];
  const per = (usd: number | undefined) => (usd === undefined ? {} : { penalty_usd_per_mwh: usd * n });
  const shed = payload.options?.unserved_energy_usd_per_mwh;
  return {
    ...payload,
    interval_minutes: minutes,
    generators: payload.generators.map((unit) => ({
      ...unit,
      ramp_up: ramps(unit.ramp_up, n),
      ramp_down: ramps(unit.ramp_down, n),
      marginal_cost: eachOf(unit.marginal_cost, (usd) => usd * n),
      no_load_cost: eachOf(unit.no_load_cost, (usd) => usd * n),
      min_uptime: unit.min_uptime * h,
      min_downtime: unit.min_downtime * h,
      initial_status: unit.initial_status * h,
      ...limits(unit, n),
      ...changed(unit, ['heat_rate_btu_per_kwh'], (btu) => btu * n),
      ...(unit.co2_t_per_mwh !== undefined && { co2_t_per_mwh: unit.co2_t_per_mwh * n }),
      ...(unit.cost_curve && {
        cost_curve: unit.cost_curve.map(({ mw, usd_per_h }) => ({ mw, usd_per_h: usd_per_h * n })),
      }),
      ...(unit.startup_categories && {
        startup_categories: unit.startup_categories.map((tier) => ({ ...tier, lag_h: tier.lag_h * h })),
      }),
    })),
    loads: payload.loads.map(({ unserved_energy_usd_per_mwh: penalty, ...load }) => ({
      ...load,
      ...(penalty !== undefined && {
        unserved_energy_usd_per_mwh: Array.isArray(penalty) ? penalty.map((usd) => usd * n) : penalty * n,
      }),
    })),
    ...(payload.renewables && {
      renewables: payload.renewables.map((item) => ({
        ...item,
        ...changed(item, ['marginal_cost'], (usd) => usd * n),
        ...limits(item, n),
      })),
    }),
    ...(payload.storage && {
      storage: payload.storage.map((item) => ({
        ...item,
        energy_mwh: item.energy_mwh / n,
        ...limits(item, n),
        ...changed(
          item,
          ['initial_mwh', 'final_mwh', 'final_max_mwh', 'min_mwh', 'day_discharged_mwh'],
          (mwh) => mwh / n,
        ),
        // The first day ends with the same interval, or after the horizon; horizons end within the second.
        ...(item.max_cycles_per_day !== undefined && {
          day_hours_before: Math.max(0, 24 - (24 - (item.day_hours_before ?? 0)) * h),
        }),
        ...changed(
          item,
          [
            'final_value_usd_per_mwh',
            'charge_cost_usd_per_mwh',
            'discharge_cost_usd_per_mwh',
            'standing_loss_per_h',
          ],
          (rate) => rate * n,
        ),
      })),
    }),
    ...(payload.reserves && {
      reserves: payload.reserves.map((item) => ({
        ...item,
        ...per(item.penalty_usd_per_mwh),
        ...(item.demand_curve && {
          demand_curve: item.demand_curve.map(({ mw, usd_per_mwh }) => ({
            mw,
            usd_per_mwh: usd_per_mwh * n,
          })),
        }),
        ...(item.response_min !== undefined && { response_min: item.response_min / n }),
      })),
    }),
    ...(payload.bids && {
      bids: payload.bids.map((bid) => ({
        ...bid,
        ...changed(bid, ['min_up_h'], (hours) => hours * h),
        blocks: bid.blocks.map(({ mw, usd_per_mwh: usd }) => ({
          mw,
          usd_per_mwh: Array.isArray(usd) ? usd.map((each) => each * n) : usd * n,
        })),
      })),
    }),
    ...(payload.demand_response && {
      demand_response: payload.demand_response.map((item) => ({
        ...item,
        cost_usd_per_mwh: item.cost_usd_per_mwh * n,
        ...changed(item, ['max_hours_per_day', 'recover_within_h'], (hours) => hours * h),
      })),
    }),
    ...(payload.transmission_lines && {
      transmission_lines: payload.transmission_lines.map((line) => ({
        ...line,
        ...changed(line, ['penalty_usd_per_mwh'], (usd) => usd * n),
      })),
    }),
    ...(payload.dc_lines && {
      dc_lines: payload.dc_lines.map((line) => ({
        ...line,
        ...(line.cost_usd_per_mwh !== undefined && { cost_usd_per_mwh: line.cost_usd_per_mwh * n }),
        ...(line.ramp_up !== undefined && { ramp_up: line.ramp_up * n }),
        ...(line.ramp_down !== undefined && { ramp_down: line.ramp_down * n }),
      })),
    }),
    ...(payload.phase_shifters && {
      phase_shifters: payload.phase_shifters.map((item) => ({
        ...item,
        ...changed(item, ['cost_usd_per_deg_h'], (usd) => usd * n),
      })),
    }),
    ...(payload.interfaces && {
      interfaces: payload.interfaces.map((item) => ({ ...item, ...per(item.penalty_usd_per_mwh) })),
    }),
    ...(payload.options && {
      options: { ...payload.options, ...(shed !== undefined && { unserved_energy_usd_per_mwh: shed * n }) },
    }),
  };
}

const limits = ({ energy_limits }: Pick<Generator, 'energy_limits'>, n: number) =>
  energy_limits && {
    energy_limits: energy_limits.map(({ mwh, min_mwh, ...limit }) => ({
      ...limit,
      mwh: mwh / n,
      ...(min_mwh !== undefined && { min_mwh: min_mwh / n }),
    })),
  };

function ramps(of: Generator['ramp_up'], n: number): Generator['ramp_up'] {
  const ramp = (mw: number | null) => (mw === null ? null : mw * n);
  return Array.isArray(of) ? of.map(ramp) : ramp(of);
}

/** Converts the result of such a case back to values per hour. */
export function byTheHour<Result extends Uncertified>(result: Result, minutes: Minutes): Uncertified {
  const n = 60 / minutes;
  const { interval_minutes: _, ...rest } = result;
  const times = (factor: number) => (series: readonly number[]) => series.map((value) => value * factor);
  const priced = (series: Series = {}): Series => each(series, times(1 / n));
  const { multipliers, storage } = result;
  return {
    ...rest,
    lmp: priced(result.lmp),
    lmp_components: each(result.lmp_components, ({ energy, congestion, loss }) => ({
      energy: times(1 / n)(energy),
      congestion: times(1 / n)(congestion),
      loss: times(1 / n)(loss),
    })),
    reserve_price_usd_per_mw: priced(result.reserve_price_usd_per_mw),
    generator_outage_price_usd_per_mw: priced(result.generator_outage_price_usd_per_mw),
    interface_shadow_price_usd_per_mwh: priced(result.interface_shadow_price_usd_per_mwh),
    energy_limit_price_usd_per_mwh: priced(result.energy_limit_price_usd_per_mwh),
    cycle_limit_price_usd_per_mwh: priced(result.cycle_limit_price_usd_per_mwh),
    binding_constraints: result.binding_constraints.map((limit) => ({
      ...limit,
      shadow_price_usd_per_mwh: limit.shadow_price_usd_per_mwh / n,
    })),
    storage: each(storage ?? {}, (item) => ({ ...item, energy_mwh: times(n)(item.energy_mwh) })),
    ...(multipliers && {
      multipliers: {
        ...multipliers,
        energy_usd_per_mwh: priced(multipliers.energy_usd_per_mwh),
        reserve_usd_per_mw: priced(multipliers.reserve_usd_per_mw),
        generator_outages: priced(multipliers.generator_outages),
        interfaces_usd_per_mwh: priced(multipliers.interfaces_usd_per_mwh),
        energy_limits_usd_per_mwh: priced(multipliers.energy_limits_usd_per_mwh),
        cycle_limits_usd_per_mwh: priced(multipliers.cycle_limits_usd_per_mwh),
        flow_limits: multipliers.flow_limits.map((limit) => ({
          ...limit,
          usd_per_mwh: limit.usd_per_mwh / n,
        })),
      },
    }),
  };
}

type Uncertified = Omit<SolveResult, 'certificate'>;

const each = <T>(byName: Readonly<Record<string, T>>, change: (value: T) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(byName).map(([name, value]) => [name, change(value)]));

/** Item in which `change` has been applied to the given fields: to a number, or to every number of a list. */
function changed<Item extends object, Field extends string & keyof Item>(
  item: Item,
  fields: readonly Field[],
  change: (value: number) => number,
) {
  return Object.fromEntries(
    fields.flatMap((field): [string, number | number[]][] => {
      const value: unknown = item[field];
      if (typeof value === 'number') return [[field, change(value)]];
      return Array.isArray(value) ? [[field, value.map(change)]] : [];
    }),
  );
}
