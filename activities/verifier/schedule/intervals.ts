/** Converts a result to intervals, for a case that is read in intervals. */
import type { Series } from '../../../temporal/case/messages/result.ts';
import type { UnverifiedResult } from './schedule.ts';

/**
 * With intervals of `h` hours, prices per MWh become prices per MW and interval, and stored energy becomes MW times
 * intervals.
 */
export function resultOfIntervals(result: UnverifiedResult, h: number): UnverifiedResult {
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
    interface_shadow_price_usd_per_mwh: maybePriced(result.interface_shadow_price_usd_per_mwh),
    energy_limit_price_usd_per_mwh: maybePriced(result.energy_limit_price_usd_per_mwh),
    cycle_limit_price_usd_per_mwh: maybePriced(result.cycle_limit_price_usd_per_mwh),
    convex_hull_price_usd_per_mwh: maybePriced(result.convex_hull_price_usd_per_mwh),
    storage:
      storage &&
      mapped(storage, (reported) => ({ ...reported, energy_mwh: scaled(reported.energy_mwh, 1 / h) })),
    multipliers: multipliers && {
      ...multipliers,
      energy_usd_per_mwh: priced(multipliers.energy_usd_per_mwh),
      reserve_usd_per_mw: priced(multipliers.reserve_usd_per_mw),
      generator_outages: priced(multipliers.generator_outages),
      interfaces_usd_per_mwh: maybePriced(multipliers.interfaces_usd_per_mwh),
      energy_limits_usd_per_mwh: maybePriced(multipliers.energy_limits_usd_per_mwh),
      cycle_limits_usd_per_mwh: maybePriced(multipliers.cycle_limits_usd_per_mwh),
      flow_limits: (multipliers.flow_limits ?? []).map((limit) => ({
        ...limit,
        usd_per_mwh: limit.usd_per_mwh * h,
      })),
    },
  };
}

/** Missing or malformed values stay as they are: the checks report them. */
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
