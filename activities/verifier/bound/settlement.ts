/**
 * Settlement at given prices, from these prices and the data of each participant alone. The uplift of a participant is
 * its largest profit less its profit as scheduled (Gribik, Hogan, Pope, Market-clearing electricity prices and energy
 * uplift, 2007). Largest profits are those of the independent bound, without the limits of the network, so that
 *
 *     objective - dual value = sum of uplifts + shortfall of the operator
 *
 * The operator owns the limits of flows, reserve, emissions and fuel, and the phase shifters. Its shortfall is their
 * value at these prices less what it collects: congestion rent, tolls, allowances and payments for limited fuel, less
 * its payments for reserve, its penalties and its costs of angles.
 */
import type { Participant, PriceKind, Settled } from '../../../temporal/case/messages/settlement.ts';
import { angleCost, objectiveOf, recomputedCost } from '../cost/recomputed-cost.ts';
import { atFamilyPrices, atSharedPrices } from '../families/index.ts';
import type { Factors } from '../network/dense-lu.ts';
import { interfaceTolls } from '../network/interface-flows.ts';
import { isUnpriced, type Prices, readPrices } from '../prices/read-prices.ts';
import type { Schedule } from '../schedule/schedule.ts';
import { at, sum } from '../schedule/series.ts';
import { busPrices } from './bus-prices.ts';
import {
  angleAmounts,
  loadAmounts,
  reserveAmounts,
  resourceAmounts,
  unitAmounts,
} from './independent-bound.ts';
import { readMultipliers } from './multipliers.ts';
import { participants, type Taking } from './participants.ts';

/** A settlement, and the price of energy at each bus at which it is made, $/MWh, shape [buses][horizon]. */
interface AtPrices {
  readonly settled: Settled;
  readonly buses: Prices['buses'];
}

/**
 * Undefined for a dispatch, and for a result without such prices. Convex hull prices are the multipliers of the
 * relaxation, or the LMPs where these have the larger dual value. `factors`: factorisation of the network.
 */
export function settleAt(kind: PriceKind, given: Schedule, factors: Factors | null): AtPrices | undefined {
  if (given.jobType === 'ed') return undefined;
  const hull = kind === 'lmp' ? undefined : settleSchedule(given, [], factors);
  if (hull && given.case.losses) return hull;
  const priced = withPricesAsMultipliers(given);
  const lmp = priced && settleSchedule(priced, readPrices(priced).buses, factors);
  if (kind === 'lmp') return lmp;
  return lmp && hull && lmp.settled.dual_value_usd > hull.settled.dual_value_usd ? lmp : hull;
}

/** `reported`: prices of energy at each bus in the place of those that follow from the multipliers. */
function settleSchedule(
  schedule: Schedule,
  reported: Prices['buses'],
  factors: Factors | null,
): AtPrices | undefined {
  const multipliers = readMultipliers(schedule);
  const priced = multipliers && busPrices(schedule, factors, multipliers);
  if (!priced) return undefined;
  const prices = { ...multipliers, buses: priced.prices.map((series, bus) => reported[bus] ?? series) };
  const relaxed = atFamilyPrices(schedule, 'multipliers');
  const tolls = interfaceTolls(schedule, multipliers.interfaces);
  const least = [
    ...loadAmounts(schedule, prices),
    ...unitAmounts(relaxed.schedule, prices),
    ...resourceAmounts(relaxed.schedule, prices, tolls),
  ];
  // Value of what the operator owns.
  const owned =
    priced.limits +
    relaxed.worth -
    sum(reserveAmounts(schedule, prices)) -
    sum(angleAmounts(schedule, priced));
  const taking = participants(schedule, atSharedPrices(schedule, 'multipliers'), prices, tolls);
  const rows = taking.flatMap((item, i) => (item.isIdle ? [] : [row(item, at(least, i))]));
  const total = (
    field: 'energy_revenue_usd' | 'reserve_revenue_usd' | 'uplift_usd' | 'make_whole_payment_usd',
  ) => sum(rows.map((each) => each[field]));
  const ownWorth = sum(taking.map((item) => item.worth ?? 0));
  const recomputed = recomputedCost(schedule);
  const shed = sum(taking.map((item) => (item.kind === 'load' ? item.cost : 0)));
  const rent = -total('energy_revenue_usd');
  const collected =
    rent -
    total('reserve_revenue_usd') +
    sum(taking.map((item) => item.dues)) -
    (recomputed.penalty - shed) -
    sum(schedule.shifters.map(angleCost));
  const shortfall = owned - ownWorth - collected;
  const settled = {
    participants: rows.map(rounded),
    total_uplift_usd: toSteps(total('uplift_usd')),
    make_whole_payment_usd: toSteps(total('make_whole_payment_usd')),
    congestion_rent_usd: toSteps(rent),
    operator_shortfall_usd: toSteps(shortfall),
    dual_value_usd: toSteps(sum(least) - owned),
  };
  const isWhole = [...Object.values(settled), ...rows.flatMap((each) => Object.values(each))].every(
    (value) => typeof value !== 'number' || Number.isFinite(value),
  );
  return isWhole && Number.isFinite(objectiveOf(recomputed)) ? { settled, buses: prices.buses } : undefined;
}

/** The schedule with its prices in the place of the multipliers of the relaxation; undefined if it has no prices. */
function withPricesAsMultipliers(schedule: Schedule): Schedule | undefined {
  const { hours, result } = schedule;
  if (isUnpriced(schedule)) return undefined;
  const { interface_shadow_price_usd_per_mwh, energy_limit_price_usd_per_mwh } = result;
  const multipliers = {
    energy_usd_per_mwh: Object.fromEntries(
      Object.entries(result.lmp).map(([bus, prices]) => [
        bus,
        hours.map((hour) => at(prices, hour) - at(result.lmp_components[bus]?.loss ?? [], hour)),
      ]),
    ),
    reserve_usd_per_mw: result.reserve_price_usd_per_mw ?? {},
    generator_outages: result.generator_outage_price_usd_per_mw ?? {},
    flow_limits: result.binding_constraints.map(({ shadow_price_usd_per_mwh, ...limit }) => ({
      ...limit,
      usd_per_mwh: shadow_price_usd_per_mwh,
    })),
    emission_usd_per_t: result.emission_shadow_price_usd_per_t,
    interfaces_usd_per_mwh: interface_shadow_price_usd_per_mwh,
    energy_limits_usd_per_mwh: energy_limit_price_usd_per_mwh,
    cycle_limits_usd_per_mwh: result.cycle_limit_price_usd_per_mwh,
    fuel_limits_usd_per_mmbtu: result.fuel_limit_price_usd_per_mmbtu,
  };
  return { ...schedule, result: { ...result, multipliers } };
}

/** `least`: least cost of the participant at the prices, less its earnings, $. */
function row({ name, kind, energy, reserve, cost, worth = 0 }: Taking, least: number): Participant {
  const profit = energy + reserve - cost;
  const best = worth - least;
  return {
    ...{ name, kind, energy_revenue_usd: energy, reserve_revenue_usd: reserve, cost_usd: cost },
    best_profit_usd: best,
    uplift_usd: best - profit,
    make_whole_payment_usd: kind === 'load' ? 0 : Math.max(0, -profit),
  };
}

/** Amounts are reported in steps of 1e-6 $. */
const STEPS = 1e6;
const toSteps = (usd: number): number => Math.round(usd * STEPS) / STEPS || 0;

const rounded = ({ name, kind, ...amounts }: Participant): Participant => ({
  ...{ name, kind },
  energy_revenue_usd: toSteps(amounts.energy_revenue_usd),
  reserve_revenue_usd: toSteps(amounts.reserve_revenue_usd),
  cost_usd: toSteps(amounts.cost_usd),
  best_profit_usd: toSteps(amounts.best_profit_usd),
  uplift_usd: toSteps(amounts.uplift_usd),
  make_whole_payment_usd: toSteps(amounts.make_whole_payment_usd),
});
