/**
 * A result per interval (uc/instance.ts) in the units of its payload: prices in $/MWh, and for MW of reserve and head-room
 * in $/MW for an hour; energy in MWh. Powers, tonnes and costs are the same in both.
 */
import { rounded } from '../../../temporal/case/arithmetic/rounded.ts';
import type { Series, SolveResult } from '../../../temporal/case/messages/result.ts';

/** The result itself where the intervals are hours. */
export function inPayloadUnits<Result extends Omit<SolveResult, 'certificate'>>(
  result: Result,
  intervalsPerHour: number,
): Result {
  if (intervalsPerHour === 1) return result;
  const price = (value: number): number => rounded(value * intervalsPerHour);
  const prices = (values: readonly number[]): number[] => values.map(price);
  const energy = (values: readonly number[]): number[] =>
    values.map((mwh) => rounded(mwh / intervalsPerHour));
  const { reserve_price_usd_per_mw, generator_outage_price_usd_per_mw, storage, multipliers } = result;
  const { energy_limit_price_usd_per_mwh: limits } = result;
  return {
    ...result,
    lmp: eachOf(result.lmp, prices),
    lmp_components: eachOf(result.lmp_components, (parts) => ({
      energy: prices(parts.energy),
      congestion: prices(parts.congestion),
      loss: prices(parts.loss),
    })),
    binding_constraints: result.binding_constraints.map((binding) => ({
      ...binding,
      shadow_price_usd_per_mwh: price(binding.shadow_price_usd_per_mwh),
    })),
    ...(reserve_price_usd_per_mw && { reserve_price_usd_per_mw: eachOf(reserve_price_usd_per_mw, prices) }),
    ...(generator_outage_price_usd_per_mw && {
      generator_outage_price_usd_per_mw: eachOf(generator_outage_price_usd_per_mw, prices),
    }),
    ...(limits && { energy_limit_price_usd_per_mwh: eachOf(limits, exact(intervalsPerHour)) }),
    ...(storage && {
      storage: eachOf(storage, (hours) => ({ ...hours, energy_mwh: energy(hours.energy_mwh) })),
    }),
    ...(multipliers && { multipliers: multipliersIn(multipliers, price, exact(intervalsPerHour)) }),
  };
}

/** Prices that are paid for many MWh keep all their digits. */
const exact =
  (factor: number) =>
  (values: readonly number[]): number[] =>
    values.map((value) => value * factor);

function multipliersIn(
  multipliers: NonNullable<SolveResult['multipliers']>,
  price: (value: number) => number,
  exact: (values: readonly number[]) => number[],
): NonNullable<SolveResult['multipliers']> {
  const series = (all: Series): Series => eachOf(all, (values) => values.map(price));
  const { energy_limits_usd_per_mwh: limits } = multipliers;
  return {
    ...multipliers,
    ...(limits && { energy_limits_usd_per_mwh: eachOf(limits, exact) }),
    energy_usd_per_mwh: series(multipliers.energy_usd_per_mwh),
    reserve_usd_per_mw: series(multipliers.reserve_usd_per_mw),
    generator_outages: series(multipliers.generator_outages),
    flow_limits: multipliers.flow_limits.map((limit) => ({
      ...limit,
      usd_per_mwh: price(limit.usd_per_mwh),
    })),
  };
}

const eachOf = <From, To>(
  byName: Readonly<Record<string, From>>,
  change: (value: From) => To,
): Record<string, To> =>
  Object.fromEntries(Object.entries(byName).map(([name, value]) => [name, change(value)]));
